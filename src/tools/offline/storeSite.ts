import { choose } from '#engine/storage/settings.ts';
import { FORGET_UNUSED, registerSite, STORE_ALL, type Storing } from '#engine/storage/site.ts';
import { notify } from '#ui/notices.ts';

const ID = 'offline';

/**
 * Stores the missing parts of the site, and reports the progress.
 *
 * @param silently shows no notices
 */
export async function storeAll({ silently = false } = {}): Promise<void> {
  const tell = (kind: 'information' | 'lasting', text: string) =>
    notify({ id: ID, kind, texts: [text] });
  const failed = (reason: string) => {
    // A later visit stores what is missing, such as after being offline.
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

/** Null if the browser provides no service worker. */
async function siteWorker(): Promise<ServiceWorker | null> {
  const registered = await registerSite();
  return registered && (await registered.container.ready).active;
}
