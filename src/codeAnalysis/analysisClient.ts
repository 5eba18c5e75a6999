import type { Dispose } from '#shared/disposer.ts';
import type {
  AnalysisAnswer,
  AnalysisMethod,
  AnalysisMethods,
  AnalysisRequest,
} from './protocol.ts';

/** Long pure work on target code, in a worker of its own, which starts with the first request. */
export interface AnalysisClient {
  /** Rejects with a sentence if the worker cannot do it, dies, or is disposed of. */
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

interface Pending {
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
  const settle = (answer: AnalysisAnswer) => {
    const request = pending.get(answer.id);
    pending.delete(answer.id);
    if (answer.kind === 'result') request?.resolve(answer.result);
    else request?.reject(new Error(answer.reason));
  };
  const end = (reason: string) => {
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
  return {
    ask<Method extends AnalysisMethod>(method: Method, params: AnalysisMethods[Method]['params']) {
      return new Promise<AnalysisMethods[Method]['result']>((resolve, reject) => {
        if (isDisposed) throw new Error(DISPOSED);
        link ??= connect();
        lastId += 1;
        const id = lastId;
        // The protocol ties the result to the method of the request with this number.
        pending.set(id, { resolve: resolve as Pending['resolve'], reject });
        try {
          link.post({ id, method, params });
        } catch (thrown) {
          pending.delete(id);
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
