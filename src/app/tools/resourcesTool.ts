import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ResourceInspector } from '#resources/resources.ts';
import type { ResourcesContext } from '#resources/session/context.ts';
import { messageOf } from '#shared/errors.ts';

/** The resource inspector of the page, which loads when its tab or the readout is used first. */
export interface ResourcesTool {
  readonly store: StoreApi<ResourcesToolState>;
  load(): void;
}

export type ResourcesToolState =
  | { readonly kind: 'unused' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'loaded'; readonly loaded: ResourceInspector };

export function createResourcesTool(context: ResourcesContext): ResourcesTool {
  const store = createStore<ResourcesToolState>(() => ({ kind: 'unused' }));
  let isAsked = false;
  const load = async () => {
    try {
      const { createResourceInspector } = await import('#resources/resources.ts');
      store.setState({ kind: 'loaded', loaded: createResourceInspector(context) }, true);
    } catch (thrown) {
      isAsked = false;
      const reason = `Resources could not be loaded: ${messageOf(thrown)} Reload the page to try again.`;
      store.setState({ kind: 'failed', reason }, true);
    }
  };
  return {
    store,
    load() {
      if (isAsked) return;
      isAsked = true;
      void load();
    },
  };
}
