import { convert } from '#core/source/convert/convert.ts';
import type { ConvertAnswer } from './convertClient.ts';

/** What the converter needs of its worker. */
declare const self: {
  postMessage(message: ConvertAnswer): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<string>) => void): void;
};

self.addEventListener('message', ({ data }) => self.postMessage(convert(data)));
