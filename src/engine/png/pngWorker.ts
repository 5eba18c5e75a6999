import type { PngRequest } from './protocol.ts';
import { servePngRequests } from './servePngRequests.ts';

/** What the writer needs of its worker. */
declare const self: {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<PngRequest>) => void): void;
};

const serve = servePngRequests((answer) => self.postMessage(answer));
self.addEventListener('message', ({ data }) => void serve(data));
