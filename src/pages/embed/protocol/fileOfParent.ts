import { windowMessage } from './messages.ts';

/**
 * Asks the page around the embed for a file. Null if it has none; what it gives may be anything.
 *
 * @param onBytes hears how many have arrived
 */
export function askParentForFile(
  address: string,
  onBytes: (received: number) => void,
  parent: Pick<Window, 'postMessage'> = window.parent,
): Promise<Blob | null> {
  const { port1, port2 } = new MessageChannel();
  const wanted = { ...windowMessage('file-wanted'), address };
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'number') {
        onBytes(data);
        return;
      }
      port1.close();
      resolve(data instanceof Blob ? data : null);
    };
    // It is the site’s own file that is asked for: nothing in the message is secret.
    parent.postMessage(wanted, '*', [port2]);
  });
}
