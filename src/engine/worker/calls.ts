import { messageOf } from '#core/util/errors.ts';
import { fail, ok, type Result } from '#core/util/result.ts';

export interface Method<Params, Result> {
  readonly params: Params;
  readonly result: Result;
}

export type Methods<M> = { readonly [Name in keyof M]: Method<unknown, unknown> };

export interface Call<M extends Methods<M>, Name extends keyof M = keyof M> {
  readonly id: number;
  readonly method: Name;
  readonly params: M[Name]['params'];
}

/** The answer to the request with the same `id`. */
export interface Answer<M extends Methods<M>> {
  readonly id: number;
  readonly outcome: Result<M[keyof M]['result']>;
}

export interface Calls<M extends Methods<M>> {
  /** Rejects with the other side's failure, or with the error that posting throws. */
  ask<Name extends keyof M>(
    method: Name,
    params: M[Name]['params'],
    transfer?: readonly Transferable[],
  ): Promise<M[Name]['result']>;
  /** Settles a request. Ignores one that has already ended. */
  settle(id: number, outcome: Result<unknown>): void;
  rejectAll(reason: string): void;
  /** The unanswered requests, oldest first. */
  waiting(): Call<M>[];
}

interface Waiting<M extends Methods<M>> {
  readonly call: Call<M>;
  resolve(result: unknown): void;
  reject(reason: unknown): void;
}

export function createCalls<M extends Methods<M>>(
  post: (call: Call<M>, transfer: readonly Transferable[]) => void,
): Calls<M> {
  const waiting = new Map<number, Waiting<M>>();
  let lastId = 0;
  const settle = (id: number, outcome: Result<unknown>) => {
    const ended = waiting.get(id);
    waiting.delete(id);
    if (outcome.ok) ended?.resolve(outcome.value);
    else ended?.reject(new Error(outcome.error));
  };
  return {
    ask<Name extends keyof M>(
      method: Name,
      params: M[Name]['params'],
      transfer: readonly Transferable[] = [],
    ) {
      return new Promise<M[Name]['result']>((resolve, reject) => {
        lastId += 1;
        const id = lastId;
        const call = { id, method, params };
        // The types cannot show it, but the result belongs to the method of this request.
        waiting.set(id, { call, resolve: resolve as Waiting<M>['resolve'], reject });
        try {
          post(call, transfer);
        } catch (thrown) {
          waiting.delete(id);
          throw thrown;
        }
      });
    },
    settle,
    rejectAll(reason) {
      for (const id of waiting.keys()) settle(id, fail(reason));
    },
    waiting: () => [...waiting.values()].map(({ call }) => call),
  };
}

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
