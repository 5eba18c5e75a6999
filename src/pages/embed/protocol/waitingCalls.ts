import type { ApiMethod, ApiParams, ApiResult } from '#workspace/api/playgroundApi.ts';

export interface CallMessage {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

interface Call {
  readonly message: CallMessage;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** The calls of a page that are not answered yet, by their numbers. */
export interface WaitingCalls {
  add<Method extends ApiMethod>(
    method: Method,
    params: ApiParams<Method>,
  ): { readonly message: CallMessage; readonly result: Promise<ApiResult<Method>> };
  /** Messages of all of them, in order. */
  messages(): readonly CallMessage[];
  resolve(id: number, result: unknown): void;
  reject(id: number, error: string): void;
  rejectAll(error: string): void;
}

export function createWaitingCalls(): WaitingCalls {
  const calls = new Map<number, Call>();
  let newest = 0;
  const take = (id: number) => {
    const call = calls.get(id);
    calls.delete(id);
    return call;
  };
  const reject = (id: number, error: string) => take(id)?.reject(new Error(error));
  return {
    add(method, params) {
      newest += 1;
      const message = { id: newest, method, params };
      const result = new Promise<never>((resolve, reject) => {
        calls.set(message.id, { message, resolve: resolve as Call['resolve'], reject });
      });
      return { message, result };
    },
    messages: () => [...calls.values()].map(({ message }) => message),
    resolve: (id, result) => take(id)?.resolve(result),
    reject,
    rejectAll(error) {
      for (const id of [...calls.keys()]) reject(id, error);
    },
  };
}
