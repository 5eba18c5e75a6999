import type { Plugin } from 'vite';

/** The module that CodeMirror uses to mount its styles. */
const STYLE_MODULE = /\/style-mod\/src\/style-mod\.js$/;

/** The module adopts a style sheet only in shadow roots; documents get a `<style>` element. */
const SHADOW_ROOTS_ONLY = '!root.head && root.adoptedStyleSheets';

/**
 * Vite plugin: mounts CodeMirror's styles as a constructed style sheet in the document too. A
 * `<style>` element that a script fills is an inline style, and would need `'unsafe-inline'` in the
 * site's Content-Security-Policy.
 *
 * The build fails if the library has changed at that place.
 */
export function adoptedStyles(): Plugin {
  return {
    name: 'adopted-styles',
    transform: {
      filter: { id: STYLE_MODULE },
      handler: (code) => adoptInDocuments(code),
    },
  };
}

/**
 * The module's text with the widened condition. Throws unless the condition occurs exactly once.
 */
export function adoptInDocuments(code: string): string {
  const parts = code.split(SHADOW_ROOTS_ONLY);
  if (parts.length !== 2) {
    throw new Error(
      `style-mod has “${SHADOW_ROOTS_ONLY}” ${parts.length - 1} times, not once: look at how it mounts styles now.`,
    );
  }
  return parts.join('root.adoptedStyleSheets');
}
