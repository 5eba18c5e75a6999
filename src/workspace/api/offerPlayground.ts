import type { PlaygroundContext } from './methods.ts';
import { checkListener, type Playground, playgroundOf } from './playgroundApi.ts';

declare global {
  interface Window {
    /** For tests, courses and browser automation; see `src/workspace/api/README.md`. */
    readonly slangPlayground?: Playground;
  }
}

/**
 * Offers the API to scripts of the page's own origin, which could do all of this anyway. Pages of
 * other origins that frame or open this page cannot access the window's properties.
 */
export function offerPlayground(context: Omit<PlaygroundContext, 'pageAddress'>): void {
  if (window.slangPlayground) return;
  let loading: Promise<Playground> | null = null;
  const load = async () => {
    const { createPlayground } = await import('#workspace/api/createPlayground.ts');
    return createPlayground({ ...context, pageAddress: () => new URL(location.href) });
  };
  const playground = createLazyPlayground(() => {
    loading ??= load().catch((thrown: unknown) => {
      loading = null;
      throw thrown;
    });
    return loading;
  });
  Object.defineProperty(window, 'slangPlayground', { value: playground, enumerable: true });
}

/** An API that loads on its first use. Its version is available immediately. */
export function createLazyPlayground(load: () => Promise<Playground>): Playground {
  return playgroundOf(
    async (method, params) => {
      const loaded = await load();
      return Reflect.apply(loaded[method], loaded, params);
    },
    (name, listener) => {
      checkListener(name, listener);
      let isOver = false;
      let stop = () => {
        isOver = true;
      };
      const begin = async () => {
        const loaded = await load();
        if (!isOver) stop = loaded.on(name, listener);
      };
      begin().catch((thrown: unknown) => reportError(thrown));
      return () => stop();
    },
  );
}
