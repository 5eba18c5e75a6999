import { REST } from '#engine/storage/site.ts';

/** Milliseconds after which a page that does not answer is passed over: it starts, or ends. */
const PATIENCE = 3000;

/** Waits until the playground's pages have nothing urgent to do, so that they have processor and network. */
export async function pagesRest({
  clients,
  registration,
}: ServiceWorkerGlobalScope): Promise<void> {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const { pathname } = new URL(registration.scope);
  const isPlayground = ({ url }: Client) =>
    [pathname, `${pathname}index.html`].includes(new URL(url).pathname);
  await Promise.all(pages.filter(isPlayground).map(rest));
}

function rest(page: Client): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => resolve();
    setTimeout(resolve, PATIENCE);
    page.postMessage(REST, [port2]);
  });
}
