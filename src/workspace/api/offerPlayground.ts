import { createLazyPlayground } from '#workspace/api/lazyPlayground.ts';
import type { PlaygroundContext } from '#workspace/api/methods.ts';
import type { Playground } from '#workspace/api/playgroundApi.ts';

declare global {
  interface Window {
    /** For tests, courses and browser automation; see `src/workspace/api/README.md`. */
    readonly slangPlayground?: Playground;
  }
}

/**
 * Offers the API to scripts of this page's own origin, which can do as much anyway. Pages that frame or open
 * it from elsewhere do not reach a window's properties.
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
