import { createStore, type StoreApi } from 'zustand/vanilla';
import { messageOf } from '#core/util/errors.ts';
import { useInTransition } from '#ui/useInTransition.ts';

/** A tool that loads on first use. */
export interface LazyTool<Loaded> {
  readonly store: StoreApi<LazyToolState<Loaded>>;
  /**
   * Loads the tool once. Resolves to null if that fails; the state then has the reason, and the
   * next call retries.
   */
  load(): Promise<Loaded | null>;
}

export type LazyToolState<Loaded> =
  | { readonly kind: 'unused' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'loaded'; readonly loaded: Loaded };

/** @param name the tool's name in the error message, such as `The debugger` */
export function createLazyTool<Loaded>(
  name: string,
  create: () => Promise<Loaded>,
): LazyTool<Loaded> {
  const store = createStore<LazyToolState<Loaded>>(() => ({ kind: 'unused' }));
  let loading: Promise<Loaded | null> | null = null;
  const load = async () => {
    try {
      const loaded = await create();
      store.setState({ kind: 'loaded', loaded }, true);
      return loaded;
    } catch (thrown) {
      loading = null;
      const reason = `${name} could not be loaded: ${messageOf(thrown)} Reload the page to try again.`;
      store.setState({ kind: 'failed', reason }, true);
      return null;
    }
  };
  return {
    store,
    load() {
      loading ??= load();
      return loading;
    },
  };
}

/** The loaded tool; null until it has loaded. */
export function useLoaded<Loaded>({ store }: LazyTool<Loaded>): Loaded | null {
  const state = useInTransition(store);
  return state.kind === 'loaded' ? state.loaded : null;
}
