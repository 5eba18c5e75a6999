/** The outcome of a task, or the fact that a newer one superseded it. */
export type Newest<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'superseded' };

interface Waiting<Params, Value> {
  readonly params: Params;
  settle(outcome: Newest<Value> | Promise<Newest<Value>>): void;
}

/**
 * Runs one task at a time, and then only the newest of the requests that arrived meanwhile. A
 * superseded request gets no value; the newest one is never lost. Every call settles.
 */
export function newestWins<Params, Value>(
  run: (params: Params) => Promise<Value>,
): (params: Params) => Promise<Newest<Value>> {
  let running = false;
  let waiting: Waiting<Params, Value> | undefined;

  const start = async (params: Params): Promise<Newest<Value>> => {
    running = true;
    try {
      const value = await run(params);
      return waiting ? { kind: 'superseded' } : { kind: 'done', value };
    } finally {
      running = false;
      const next = waiting;
      waiting = undefined;
      if (next) next.settle(start(next.params));
    }
  };

  return (params) => {
    if (!running) return start(params);
    waiting?.settle({ kind: 'superseded' });
    return new Promise((settle) => {
      waiting = { params, settle };
    });
  };
}
