import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Debugger } from '#debugger/debugger.ts';
import type { DebuggerContext } from '#debugger/session/context.ts';
import type { DebuggerSession } from '#debugger/session/debuggerSession.ts';
import { messageOf } from '#shared/errors.ts';

/** The debugger of the page, which loads when somebody uses it first. */
export interface DebuggerTool {
  readonly store: StoreApi<DebuggerToolState>;
  /** The session; null if the debugger cannot be loaded, and then the state says why. */
  open(): Promise<DebuggerSession | null>;
}

export type DebuggerToolState =
  | { readonly kind: 'unused' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'loaded'; readonly loaded: Debugger };

export function createDebuggerTool(context: Omit<DebuggerContext, 'cursorLine'>): DebuggerTool {
  const store = createStore<DebuggerToolState>(() => ({ kind: 'unused' }));
  let loading: Promise<DebuggerSession | null> | null = null;
  const load = async () => {
    try {
      const { createDebugger } = await import('#debugger/debugger.ts');
      const loaded = createDebugger(context);
      store.setState({ kind: 'loaded', loaded }, true);
      return loaded.session;
    } catch (thrown) {
      loading = null;
      const reason = `The debugger could not be loaded: ${messageOf(thrown)} Reload the page to try again.`;
      store.setState({ kind: 'failed', reason }, true);
      context.workspace.openTool('debugger');
      return null;
    }
  };
  return {
    store,
    open() {
      loading ??= load();
      return loading;
    },
  };
}
