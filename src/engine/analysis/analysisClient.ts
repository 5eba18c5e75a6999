import type { Dispose } from '#core/util/disposer.ts';
import { messageOf } from '#core/util/errors.ts';
import type {
  AnalysisAnswer,
  AnalysisMethod,
  AnalysisMethods,
  AnalysisRequest,
} from './protocol.ts';

/** Long pure work on target code, in a worker of its own, which starts with the first request. */
export interface AnalysisClient {
  /**
   * Rejects with a sentence if the worker cannot do it, dies, takes longer than {@link TIME_LIMIT}, or is
   * disposed of.
   */
  ask<Method extends AnalysisMethod>(
    method: Method,
    params: AnalysisMethods[Method]['params'],
  ): Promise<AnalysisMethods[Method]['result']>;
  dispose: Dispose;
}

/** The part of a worker that is used here. */
export interface AnalysisLink {
  post(request: AnalysisRequest): void;
  close(): void;
}

export interface AnalysisLinkEvents {
  onAnswer(answer: AnalysisAnswer): void;
  /** The worker cannot be used any more. */
  onFailure(reason: string): void;
}

/** The longest that one request takes before its worker is replaced, in ms. Loading the script counts. */
export const TIME_LIMIT = 30_000;

interface Pending {
  readonly request: AnalysisRequest;
  resolve(result: AnalysisMethods[AnalysisMethod]['result']): void;
  reject(error: Error): void;
}

export function createAnalysisClient(
  open: (events: AnalysisLinkEvents) => AnalysisLink = openAnalysisWorker,
): AnalysisClient {
  const pending = new Map<number, Pending>();
  let link: AnalysisLink | null = null;
  let isDisposed = false;
  let lastId = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The worker does one request after the other, so the time of the next one begins with an answer. */
  const watch = () => {
    clearTimeout(timer);
    if (pending.size > 0) timer = setTimeout(replace, TIME_LIMIT);
  };
  const settle = (answer: AnalysisAnswer) => {
    const request = pending.get(answer.id);
    pending.delete(answer.id);
    watch();
    if (answer.kind === 'result') request?.resolve(answer.result);
    else request?.reject(new Error(answer.reason));
  };
  const end = (reason: string) => {
    clearTimeout(timer);
    link?.close();
    link = null;
    const requests = [...pending.values()];
    pending.clear();
    for (const { reject } of requests) reject(new Error(reason));
  };
  /** The events of a link that another one has replaced are ignored. */
  const connect = (): AnalysisLink => {
    const opened: AnalysisLink = open({
      onAnswer: (answer) => link === opened && settle(answer),
      onFailure: (reason) => link === opened && end(reason),
    });
    return opened;
  };
  /** Gives up the request that takes too long, and asks a new worker for those after it. */
  const replace = () => {
    link?.close();
    link = null;
    const [slow, ...others] = pending.values();
    if (slow) {
      pending.delete(slow.request.id);
      slow.reject(new Error(TOO_LONG));
    }
    if (others.length === 0) return;
    try {
      link = connect();
      for (const { request } of others) link.post(request);
      watch();
    } catch (thrown) {
      end(messageOf(thrown));
    }
  };
  return {
    ask<Method extends AnalysisMethod>(method: Method, params: AnalysisMethods[Method]['params']) {
      return new Promise<AnalysisMethods[Method]['result']>((resolve, reject) => {
        if (isDisposed) throw new Error(DISPOSED);
        link ??= connect();
        lastId += 1;
        const id = lastId;
        const request = { id, method, params };
        // The protocol ties the result to the method of the request with this number.
        pending.set(id, { request, resolve: resolve as Pending['resolve'], reject });
        if (pending.size === 1) watch();
        try {
          link.post(request);
        } catch (thrown) {
          pending.delete(id);
          watch();
          throw thrown;
        }
      });
    },
    dispose() {
      isDisposed = true;
      end(DISPOSED);
    },
  };
}

const DISPOSED = 'The page no longer needs the analysis of code.';

const TOO_LONG = `The code could not be analysed within ${TIME_LIMIT / 1000} seconds. It may be too large.`;

const NOT_LOADED = 'a script could not be loaded. Check your connection, then try again.';

function openAnalysisWorker({ onAnswer, onFailure }: AnalysisLinkEvents): AnalysisLink {
  const worker = new Worker(new URL('./worker/analysisWorker.ts', import.meta.url), {
    type: 'module',
    name: 'code analysis',
  });
  worker.onmessage = ({ data }: MessageEvent<AnalysisAnswer>) => onAnswer(data);
  worker.onmessageerror = () =>
    onFailure('The code could not be analysed: its result was lost. Try again.');
  worker.onerror = (event) => {
    event.preventDefault();
    onFailure(`The code could not be analysed: ${event.message || NOT_LOADED}`);
  };
  return {
    post: (request) => worker.postMessage(request),
    close: () => worker.terminate(),
  };
}
