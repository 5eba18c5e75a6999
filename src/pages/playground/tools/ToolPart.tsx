import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { assertNever } from '#core/util/assertNever.ts';
import type { LazyTool } from './lazyTool.ts';

interface ToolPartProps<Loaded> {
  readonly tool: Pick<LazyTool<Loaded>, 'store'>;
  /** Stands for the tool until it has loaded. */
  readonly unused: ReactNode;
  readonly children: (loaded: Loaded) => ReactNode;
}

/** A part of the page that a tool fills: what the tool shows, or why it could not be loaded. */
export function ToolPart<Loaded>({ tool, unused, children }: ToolPartProps<Loaded>) {
  const state = useStore(tool.store);
  switch (state.kind) {
    case 'unused':
      return unused;
    case 'failed':
      return <p role="alert">{state.reason}</p>;
    case 'loaded':
      return children(state.loaded);
    default:
      return assertNever(state);
  }
}

/** What has loaded; null until then. */
export function useLoaded<Loaded>({ store }: LazyTool<Loaded>): Loaded | null {
  return useStore(store, (state) => (state.kind === 'loaded' ? state.loaded : null));
}
