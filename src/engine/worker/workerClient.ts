import { messageOf } from '#core/util/errors.ts';
import { type Answer, type Call, createCalls, type Methods } from './calls.ts';

/** The part of a worker that is used here. */
export interface Link<M extends Methods<M>> {
  post(call: Call<M>, transfer: readonly Transferable[]): void;
  close(): void;
}

export interface LinkEvents<M extends Methods<M>> {
  onAnswer(answer: Answer<M>): void;
  /** The worker cannot be used any more. */
  onFailure(reason: string): void;
}

/** Starts a worker. */
export type OpenLink<M extends Methods<M>> = (events: LinkEvents<M>) => Link<M>;

/**
 * Listens to a worker that has just started.
 *
 * @param notLoaded what is wrong if the browser does not say it
 */
export function linkWorker<M extends Methods<M>>(
  worker: Worker,
  { onAnswer, onFailure }: LinkEvents<M>,
  notLoaded = 'Its script could not be loaded.',
): Link<M> {
  worker.onmessage = ({ data }: MessageEvent<Answer<M>>) => onAnswer(data);
  worker.onmessageerror = () => onFailure('its result was lost. Try again.');
  worker.onerror = (event) => {
    event.preventDefault();
    onFailure(event.message || notLoaded);
  };
  return {
    post: (call, transfer) => worker.postMessage(call, [...transfer]),
    close: () => worker.terminate(),
  };
}

interface WorkerClientOptions<M extends Methods<M>> {
  readonly open: OpenLink<M>;
  /** Why a worker that fails, or cannot be started, leaves its requests without an answer. */
  explain?(reason: string): string;
  /** How long the worker may take for a request, the loading of its script included. */
  readonly limit?: { readonly milliseconds: number; readonly reason: string };
}

interface AskOptions {
  /** Ends the waiting: the request rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  readonly transfer?: readonly Transferable[];
}

/** Asks a worker that starts with the first request, and again with the next one after it failed. */
export interface WorkerClient<M extends Methods<M>> {
  /** Rejects with a sentence. */
  ask<Name extends keyof M>(
    method: Name,
    params: M[Name]['params'],
    options?: AskOptions,
  ): Promise<M[Name]['result']>;
  isOpen(): boolean;
  /** Ends the worker, and rejects what it was asked. */
  close(reason: string): void;
}

export function createWorkerClient<M extends Methods<M>>({
  open,
  explain = (reason) => reason,
  limit,
}: WorkerClientOptions<M>): WorkerClient<M> {
  let link: Link<M> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const calls = createCalls<M>((call, transfer) => {
    link ??= connect();
    link.post(call, transfer);
    if (calls.waiting().length === 1) watch();
  });
  /** The worker does one request after the other, so the time of the next one begins with an answer. */
  const watch = () => {
    clearTimeout(timer);
    if (limit && calls.waiting().length > 0) timer = setTimeout(replace, limit.milliseconds);
  };
  const drop = () => {
    clearTimeout(timer);
    link?.close();
    link = null;
  };
  const close = (reason: string) => {
    drop();
    calls.rejectAll(reason);
  };
  /** The events of a worker that another one has replaced are ignored. */
  const connect = (): Link<M> => {
    try {
      const opened: Link<M> = open({
        onAnswer({ id, outcome }) {
          if (link !== opened) return;
          calls.settle(id, outcome);
          watch();
        },
        onFailure: (reason) => link === opened && close(explain(reason)),
      });
      return opened;
    } catch (thrown) {
      throw new Error(explain(messageOf(thrown)));
    }
  };
  /** Gives up the request that takes too long, and asks a new worker for those after it. */
  const replace = () => {
    drop();
    const [slow, ...others] = calls.waiting();
    if (slow && limit) calls.settle(slow.id, { ok: false, error: limit.reason });
    if (others.length === 0) return;
    try {
      link = connect();
      for (const call of others) link.post(call, []);
      watch();
    } catch (thrown) {
      close(messageOf(thrown));
    }
  };
  return {
    async ask(method, params, { signal, transfer } = {}) {
      signal?.throwIfAborted();
      const answer = calls.ask(method, params, transfer);
      return signal ? Promise.race([answer, rejectedOn(signal)]) : answer;
    },
    isOpen: () => link !== null,
    close,
  };
}

function rejectedOn(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
