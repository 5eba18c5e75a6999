import { useStore } from 'zustand';
import { assertNever } from '#shared/assertNever.ts';
import type { DiskTool } from './diskTool.ts';

/** Notices about opening and saving. */
export function DiskNotices({ tool }: { readonly tool: DiskTool }) {
  const state = useStore(tool.store);
  switch (state.kind) {
    case 'unused':
      return null;
    case 'failed':
      return <p role="alert">{state.reason}</p>;
    case 'loaded': {
      const { DiskPanel, session } = state.loaded;
      return <DiskPanel session={session} />;
    }
    default:
      return assertNever(state);
  }
}
