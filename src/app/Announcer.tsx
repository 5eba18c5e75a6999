import { useStore } from 'zustand';
import type { WorkspaceState } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';

/** Tells people who do not see the page how the newest compile went. */
export function Announcer({ workspace }: { readonly workspace: Workspace }) {
  const text = useStore(workspace.store, outcomeOf);
  return (
    <div className="visually-hidden" aria-live="polite">
      {text}
    </div>
  );
}

/** Empty while compiling, so that the same outcome is told again. */
function outcomeOf({ compilation, diagnostics }: WorkspaceState): string {
  if (compilation.kind !== 'done') return '';
  const { target, succeeded } = compilation;
  const found = diagnostics.length === 1 ? '1 problem' : `${diagnostics.length} problems`;
  if (!succeeded) return `Compiling to ${target} failed: ${found}.`;
  return diagnostics.length === 0 ? `Compiled to ${target}.` : `Compiled to ${target}, ${found}.`;
}
