import { choose } from '#engine/storage/choices.ts';
import { FORGET_UNUSED, registerSite, STORE_ALL, type Storing } from '#engine/storage/site.ts';
import { notify } from '#ui/notices.ts';

const ID = 'offline';

/**
 * Stores what is not stored yet of the site, and says so.
 *
 * @param silently nothing is said, except if it fails
 */
export async function storeAll({ silently = false } = {}): Promise<void> {
  const tell = (kind: 'information' | 'lasting', text: string) =>
    notify({ id: ID, kind, texts: [text] });
  const failed = (reason: string) => {
    // What is not stored when there is no network is stored at a later visit.
    if (silently) return;
    choose('offline', 'used');
    tell('lasting', `The playground could not be stored: ${reason} Try again when you’re online.`);
  };
  const worker = await siteWorker();
  if (!worker) return failed('this browser stores nothing here, as in a private window.');
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<Storing>) => {
    if (data.kind === 'failed') failed(data.reason);
    else if (!silently && data.files < data.of) {
      tell('lasting', `Storing the playground: ${data.files} of ${data.of} files.`);
    } else if (!silently) tell('information', 'The whole playground is stored. It works offline.');
  };
  worker.postMessage(STORE_ALL, [port2]);
}

export async function forgetUnused(): Promise<void> {
  (await siteWorker())?.postMessage(FORGET_UNUSED);
  notify({ id: ID, kind: 'information', texts: ['Only what you use is stored from now on.'] });
}

/** Null where the browser has none for the site. */
async function siteWorker(): Promise<ServiceWorker | null> {
  const registered = await registerSite();
  return registered && (await registered.container.ready).active;
}
