import { messageOf } from '#core/util/errors.ts';
import { fail, ok } from '#core/util/result.ts';
import type { Answer, Call, Methods } from './calls.ts';

/** Handlers for all methods. If a handler throws, its request fails with that error. */
export type Handlers<M extends Methods<M>> = {
  readonly [Name in keyof M]: (
    params: M[Name]['params'],
  ) => M[Name]['result'] | Promise<M[Name]['result']>;
};

export async function answerCall<M extends Methods<M>>(
  handlers: Handlers<M>,
  { id, method, params }: Call<M>,
): Promise<Answer<M>> {
  try {
    return { id, outcome: ok(await handlers[method](params)) };
  } catch (thrown) {
    return { id, outcome: fail(messageOf(thrown)) };
  }
}

/** The parts of the worker's scope in use. */
declare const self: {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
};

/** Answers the page's requests. To be called in a worker. */
export function serveCalls<M extends Methods<M>>(handlers: Handlers<M>): void {
  self.addEventListener('message', ({ data }: MessageEvent<Call<M>>) => {
    void answerCall(handlers, data).then((answer) => self.postMessage(answer));
  });
}
