/**
 * Allows scripts only from the site's own origin, even where a script loads them by address, such
 * as for a worker. Browsers without Trusted Types rely on the Content-Security-Policy alone.
 *
 * @param made addresses of scripts that the page itself creates
 */
export function trustOwnScripts(made?: ReadonlySet<string>): void {
  window.trustedTypes?.createPolicy('default', {
    createScriptURL(address) {
      if (made?.has(address)) return address;
      const url = new URL(address, document.baseURI);
      if (url.origin === location.origin) return url.href;
      throw new TypeError(`${url.href} is not of this site: no script is loaded from it.`);
    },
  });
}
