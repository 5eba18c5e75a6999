import type { Plugin } from 'vite';

/** The module through which CodeMirror mounts its styles. */
const STYLE_MODULE = /\/style-mod\/src\/style-mod\.js$/;

/** It adopts a style sheet in shadow roots, and writes a `<style>` element into documents. */
const SHADOW_ROOTS_ONLY = '!root.head && root.adoptedStyleSheets';

/**
 * Vite plugin: CodeMirror's styles are a constructed style sheet in the document too. A `<style>`
 * element that a script fills is an inline style, and would need `'unsafe-inline'` in the site's
 * Content-Security-Policy.
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

/** The module's text with the widened condition. Throws unless it is there exactly once. */
export function adoptInDocuments(code: string): string {
  const parts = code.split(SHADOW_ROOTS_ONLY);
  if (parts.length !== 2) {
    throw new Error(
      `style-mod has “${SHADOW_ROOTS_ONLY}” ${parts.length - 1} times, not once: look at how it mounts styles now.`,
    );
  }
  return parts.join('root.adoptedStyleSheets');
}
