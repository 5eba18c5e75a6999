/** An address that asks for another text than the default demo. */
const ASKS_FOR_TEXT = /[?#&](?:code|demo|project)=/;

/**
 * Lets the browser fetch the default demo, and what it was compiled to, while the page's scripts are
 * still on their way. The built page names the files (scripts/build/startupHints.ts).
 */
export function preloadDefaultDemo(): void {
  if (ASKS_FOR_TEXT.test(location.search + location.hash)) return;
  const files = document.querySelector<HTMLMetaElement>('meta[name="default-demo"]')?.content;
  for (const href of files?.split(' ') ?? []) {
    const link = document.createElement('link');
    document.head.append(
      Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: '', href }),
    );
  }
}
