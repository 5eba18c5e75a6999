import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import type { Playground } from '#workspace/api/playgroundApi.ts';
import { answerRequests } from './answerRequests.ts';
import { PROTOCOL_VERSION, type Reply, readWindowMessage, windowMessage } from './messages.ts';

export interface ServeOptions {
  /** The one origin whose page may talk to the embed, as `readAllowedOrigin` gives it; null for any. */
  readonly allowedOrigin: string | null;
  /** The embed's window. */
  readonly page?: EmbedWindow;
}

export type EmbedWindow = Pick<Window, 'addEventListener' | 'removeEventListener'> & {
  readonly parent: { postMessage(message: unknown, targetOrigin: string): void };
};

/**
 * Offers a playground to the page around the embed, and to no other window: the first that connects from
 * there gets it, through a port of its own. Does nothing in a page that is not framed. The result ends it.
 */
export function serveParent(playground: Playground, options: ServeOptions): Dispose {
  const { allowedOrigin, page = window } = options;
  if (page.parent === page) return () => {};
  const serving = createDisposer();
  let isTaken = false;
  const onMessage = ({ data, source, origin, ports: [port] }: MessageEvent<unknown>) => {
    const connect = readWindowMessage(data, 'connect');
    if (source !== page.parent || !connect || !port) return;
    const error = whyNot({ origin, allowedOrigin, isTaken, version: connect.version });
    if (error !== null) {
      refuse(port, error);
      return;
    }
    isTaken = true;
    serving.add(answerRequests(playground, port));
  };
  page.addEventListener('message', onMessage);
  serving.add(() => page.removeEventListener('message', onMessage));
  page.parent.postMessage(windowMessage('ready-to-connect'), '*');
  return serving.dispose;
}

interface Attempt {
  readonly origin: string;
  readonly allowedOrigin: string | null;
  readonly isTaken: boolean;
  readonly version: unknown;
}

function whyNot({ origin, allowedOrigin, isTaken, version }: Attempt): string | null {
  if (allowedOrigin !== null && origin !== allowedOrigin) {
    return `This embed talks to ${allowedOrigin} only, as its address says, and not to ${origin}.`;
  }
  if (version !== PROTOCOL_VERSION) {
    const theirs = typeof version === 'number' ? version : 'another';
    return `The page speaks version ${theirs} of the protocol, the embed version ${PROTOCOL_VERSION}. Reload the page, or load slang-playground.js from the embed's site.`;
  }
  return isTaken ? 'This embed is connected already. Use that connection.' : null;
}

function refuse(port: MessagePort, error: string): void {
  port.postMessage({ kind: 'refused', version: PROTOCOL_VERSION, error } satisfies Reply);
  port.close();
}
