import { messageOf } from '#core/util/errors.ts';
import { type Answer, type Call, createCalls, type Methods } from './calls.ts';

export interface Link<M extends Methods<M>> {
  post(call: Call<M>, transfer: readonly Transferable[]): void;
  close(): void;
}

export interface LinkEvents<M extends Methods<M>> {
  onAnswer(answer: Answer<M>): void;
  onFailure(reason: string): void;
}

export type OpenLink<M extends Methods<M>> = (events: LinkEvents<M>) => Link<M>;

/**
 * Connects the events of a worker that has just started.
 *
 * @param notLoaded the reason to give if the browser gives none
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
  /** Turns the reason for a worker's failure into the error of its requests. */
  explain?(reason: string): string;
  /** The maximum time per request, including loading the script. */
  readonly limit?: { readonly milliseconds: number; readonly reason: string };
}

interface AskOptions {
  /** Stops waiting: the promise rejects with the signal's reason. The worker continues. */
  readonly signal?: AbortSignal;
  readonly transfer?: readonly Transferable[];
}

/** Sends requests to a worker, which starts with the first one and again after a failure. */
export interface WorkerClient<M extends Methods<M>> {
  /** Rejects with a sentence. */
  ask<Name extends keyof M>(
    method: Name,
    params: M[Name]['params'],
    options?: AskOptions,
  ): Promise<M[Name]['result']>;
  isOpen(): boolean;
  /** Ends the worker and rejects all pending requests. */
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
  /** The worker handles one request at a time, so each answer starts the time of the next one. */
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
  /** Ignores events of a worker that has been replaced. */
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
  /** Rejects the request that takes too long, and sends the others to a new worker. */
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
