import { fail, type Result } from '#core/util/result.ts';

/** What can be asked of a worker or a frame. */
export interface Method<Params, Result> {
  readonly params: Params;
  readonly result: Result;
}

/** Methods by their names. */
export type Methods<M> = { readonly [Name in keyof M]: Method<unknown, unknown> };

/** A request, as it is posted. */
export interface Call<M extends Methods<M>, Name extends keyof M = keyof M> {
  readonly id: number;
  readonly method: Name;
  readonly params: M[Name]['params'];
}

/** The answer to the request of the same `id`. */
export interface Answer<M extends Methods<M>> {
  readonly id: number;
  readonly outcome: Result<M[keyof M]['result']>;
}

/** Requests to the other side of a channel, and what waits for their answers. */
export interface Calls<M extends Methods<M>> {
  /** Rejects with the failure that the other side gives, or with what posting throws. */
  ask<Name extends keyof M>(
    method: Name,
    params: M[Name]['params'],
    transfer?: readonly Transferable[],
  ): Promise<M[Name]['result']>;
  /** Ends a request. An unknown one has ended before. */
  settle(id: number, outcome: Result<unknown>): void;
  rejectAll(reason: string): void;
  /** What has no answer yet, the oldest first. */
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
        // The other side ties the result to the method of the request with this number.
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
