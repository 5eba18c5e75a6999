import type { Dispose } from '#shared/disposer.ts';
import type {
  AnalysisAnswer,
  AnalysisMethod,
  AnalysisMethods,
  AnalysisRequest,
} from './protocol.ts';

/** Long pure work on target code, in a worker of its own, which starts with the first request. */
export interface AnalysisClient {
  /** Rejects with a sentence if the worker cannot do it. */
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
    for (const { reject } of pending.values()) reject(new Error(reason));
    pending.clear();
  };
  return {
    ask<Method extends AnalysisMethod>(method: Method, params: AnalysisMethods[Method]['params']) {
      return new Promise<AnalysisMethods[Method]['result']>((resolve, reject) => {
        lastId += 1;
        // The protocol ties the result to the method of the request with this number.
        pending.set(lastId, { resolve: resolve as Pending['resolve'], reject });
        link ??= open({ onAnswer: settle, onFailure: end });
        link.post({ id: lastId, method, params });
      });
    },
    dispose: () => end('The page no longer needs the analysis of code.'),
  };
}

function openAnalysisWorker({ onAnswer, onFailure }: AnalysisLinkEvents): AnalysisLink {
  const worker = new Worker(new URL('./worker/analysisWorker.ts', import.meta.url), {
    type: 'module',
    name: 'code analysis',
  });
  worker.onmessage = ({ data }: MessageEvent<AnalysisAnswer>) => onAnswer(data);
  worker.onerror = (event) => {
    event.preventDefault();
    onFailure(
      `The code could not be analysed: ${event.message || 'a script could not be loaded.'}`,
    );
  };
  return {
    post: (request) => worker.postMessage(request),
    close: () => worker.terminate(),
  };
}
