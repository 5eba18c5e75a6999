import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import type { LazyTool } from './lazyTool.ts';

interface ToolTabProps<Loaded> {
  readonly tool: LazyTool<Loaded>;
  /** Stands for the tool until it has loaded. */
  readonly unused: ReactNode;
  readonly children: (loaded: Loaded) => ReactNode;
}

/** The tab of a tool: the tool itself, or why it could not be loaded. */
export function ToolTab<Loaded>({ tool, unused, children }: ToolTabProps<Loaded>) {
  const state = useStore(tool.store);
  switch (state.kind) {
    case 'unused':
      return unused;
    case 'failed':
      return <p role="alert">{state.reason}</p>;
    case 'loaded':
      return children(state.loaded);
  }
}

/** What has loaded; null until then. */
export function useLoaded<Loaded>({ store }: LazyTool<Loaded>): Loaded | null {
  return useStore(store, (state) => (state.kind === 'loaded' ? state.loaded : null));
}
