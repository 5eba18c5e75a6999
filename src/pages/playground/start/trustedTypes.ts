/**
 * Lets scripts be loaded from the site's own origin only, also where a script asks for it by
 * address, as for a worker. Browsers without Trusted Types have the Content-Security-Policy alone.
 *
 * @param made addresses of scripts that the page makes itself
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
