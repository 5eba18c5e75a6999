import type { Dispose } from '#core/util/disposer.ts';
import {
  createWorkerClient,
  type LinkEvents,
  linkWorker,
  type OpenLink,
  type WorkerClient,
} from '#engine/worker/workerClient.ts';
import type { AnalysisMethods } from './analysisHandlers.ts';

/** Runs long pure computations on target code in a worker, which starts with the first request. */
export interface AnalysisClient {
  /**
   * Rejects with a sentence if the worker fails or cannot do it, takes longer than {@link
   * TIME_LIMIT}, or is disposed of.
   */
  readonly ask: WorkerClient<AnalysisMethods>['ask'];
  dispose: Dispose;
}

/** Maximum time per request in ms, including loading the script. Then the worker is replaced. */
export const TIME_LIMIT = 30_000;

export function createAnalysisClient(
  open: OpenLink<AnalysisMethods> = openAnalysisWorker,
): AnalysisClient {
  const worker = createWorkerClient<AnalysisMethods>({
    open,
    explain: (reason) => `The code could not be analysed: ${reason}`,
    limit: { milliseconds: TIME_LIMIT, reason: TOO_LONG },
  });
  let isDisposed = false;
  return {
    async ask(method, params) {
      if (isDisposed) throw new Error(DISPOSED);
      return worker.ask(method, params);
    },
    dispose() {
      isDisposed = true;
      worker.close(DISPOSED);
    },
  };
}

const DISPOSED = 'The page no longer needs the analysis of code.';

const TOO_LONG = `The code could not be analysed within ${TIME_LIMIT / 1000} seconds. It may be too large.`;

function openAnalysisWorker(events: LinkEvents<AnalysisMethods>) {
  const worker = new Worker(new URL('./analysisWorker.ts', import.meta.url), {
    type: 'module',
    name: 'code analysis',
  });
  const notLoaded = 'a script could not be loaded. Check your connection, then try again.';
  return linkWorker(worker, events, notLoaded);
}
