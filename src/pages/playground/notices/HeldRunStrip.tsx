import { useStore } from 'zustand';
import { lazyPanel } from '#ui/tools/lazyPanel.tsx';
import type { Workspace } from '#workspace/workspace.ts';

const HeldRunQuestion = lazyPanel(
  'The question about this run',
  async () => (await import('./HeldRunQuestion.tsx')).HeldRunQuestion,
);

/** Shown while a held run waits for the user. */
export function HeldRunStrip({ workspace }: { readonly workspace: Workspace }) {
  const held = useStore(workspace.store, (state) => state.held);
  if (!held) return null;
  return <HeldRunQuestion workspace={workspace} held={held} />;
}
