import type { Dispose } from '#core/util/disposer.ts';
import { comesFrom, type FileAnswer, readFileWanted } from './messages.ts';

/** Finds a file of the embed's site; null if unavailable. `onBytes` gets the byte count so far. */
export type FindFile = (
  address: string,
  onBytes: (received: number) => void,
) => Promise<Blob | null>;

/**
 * Answers the embed's file requests until the returned function is called.
 *
 * @param page the parent page's window
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
