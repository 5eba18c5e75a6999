import type { Dispose } from '#core/util/disposer.ts';
import { comesFrom, type FileAnswer, readFileWanted } from './messages.ts';

/** A file of the embed's site; null if it cannot be had. `onBytes` may hear how many have arrived. */
export type FindFile = (
  address: string,
  onBytes: (received: number) => void,
) => Promise<Blob | null>;

/**
 * Answers the embed's requests for files until the result is called.
 *
 * @param page the window around the embed
 * @param embed the window in the embed's frame, once it has one
 */
export function giveFiles(
  page: Pick<Window, 'addEventListener' | 'removeEventListener'>,
  embed: () => Pick<Window, 'postMessage'> | null,
  find: FindFile,
): Dispose {
  const onMessage = (event: MessageEvent<unknown>) => {
    const from = embed();
    const wanted = readFileWanted(event.data);
    const [answer] = event.ports;
    if (!from || !answer || wanted === null || !comesFrom(from, event)) return;
    const send = (message: FileAnswer) => answer.postMessage(message);
    void find(wanted, send).then(send);
  };
  page.addEventListener('message', onMessage);
  return () => page.removeEventListener('message', onMessage);
}
