/** Addresses of scripts that this page has made itself. */
const made = new Set<string>();

/** The address of a script with this text, for a worker. */
export function makeScript(text: string): string {
  const address = URL.createObjectURL(new Blob([text]));
  made.add(address);
  return address;
}

/** As on the playground’s own page, lets scripts be loaded from the site only, or if made by {@link makeScript}. */
export function trustOwnScripts(): void {
  window.trustedTypes?.createPolicy('default', {
    createScriptURL(address) {
      if (made.has(address)) return address;
      const url = new URL(address, document.baseURI);
      // The site’s, though the page itself has no origin.
      if (url.origin === location.origin) return url.href;
      throw new TypeError(`${url.href} is not of this site: no script is loaded from it.`);
    },
  });
}
