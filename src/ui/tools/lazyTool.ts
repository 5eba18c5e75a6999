import { createStore, type StoreApi } from 'zustand/vanilla';
import { messageOf } from '#core/util/errors.ts';
import { useInTransition } from '#ui/useInTransition.ts';

/** What loads when somebody uses it first. */
export interface LazyTool<Loaded> {
  readonly store: StoreApi<LazyToolState<Loaded>>;
  /** Loads it once. Null if that fails, and then the state says why; the next call tries again. */
  load(): Promise<Loaded | null>;
}

export type LazyToolState<Loaded> =
  | { readonly kind: 'unused' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'loaded'; readonly loaded: Loaded };

/** @param name such as `The debugger`, for the message */
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

/** What has loaded; null until then. */
export function useLoaded<Loaded>({ store }: LazyTool<Loaded>): Loaded | null {
  const state = useInTransition(store);
  return state.kind === 'loaded' ? state.loaded : null;
}
