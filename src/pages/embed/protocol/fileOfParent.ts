import { windowMessage } from './messages.ts';

/**
 * Asks the parent page for a file. Null if it has none. The file is untrusted.
 *
 * @param onBytes receives the number of bytes so far
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
    // The request is for one of the site's own files, so the message contains no secrets.
    parent.postMessage(wanted, '*', [port2]);
  });
}
