import type { AnalysisRequest } from '#engine/analysis/protocol.ts';
import { answerRequest } from './answerRequest.ts';

/** What the analysis needs of its worker. */
declare const self: {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<AnalysisRequest>) => void): void;
};

self.addEventListener('message', ({ data }) => self.postMessage(answerRequest(data)));
