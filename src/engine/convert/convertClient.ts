import type { Conversion, WantedForm } from '#core/source/convert/conversion.ts';
import { messageOf } from '#core/util/errors.ts';
import { fail, type Result } from '#core/util/result.ts';
import type { Method } from '#engine/worker/calls.ts';
import {
  createWorkerClient,
  type LinkEvents,
  linkWorker,
  type OpenLink,
} from '#engine/worker/workerClient.ts';

export interface ConvertRequest {
  readonly text: string;
  readonly form: WantedForm;
}

export interface ConvertMethods {
  convert: Method<ConvertRequest, Result<Conversion>>;
}

/** Converts a source in a worker. Returns null if the signal aborts it. */
export type ConvertAway = (
  request: ConvertRequest,
  signal: AbortSignal,
) => Promise<Result<Conversion> | null>;

/** The maximum time of a conversion in ms, including loading its script. */
export const CONVERT_LIMIT = 20_000;

const TOO_LONG = `The conversion took more than ${CONVERT_LIMIT / 1000} seconds and was stopped. Shorten the source or use fewer macros, then convert again.`;

/** Starts a worker for each conversion and ends it afterwards. */
export function createConvertAway(open: OpenLink<ConvertMethods> = openConvertWorker): ConvertAway {
  return async (request, signal) => {
    const worker = createWorkerClient<ConvertMethods>({
      open,
      explain: (reason) => `The converter could not start. ${reason}`,
      limit: { milliseconds: CONVERT_LIMIT, reason: TOO_LONG },
    });
    try {
      return await worker.ask('convert', request, { signal });
    } catch (thrown) {
      return signal.aborted ? null : fail(messageOf(thrown));
    } finally {
      worker.close(TOO_LONG);
    }
  };
}

function openConvertWorker(events: LinkEvents<ConvertMethods>) {
  const worker = new Worker(new URL('./convertWorker.ts', import.meta.url), {
    type: 'module',
    name: 'converter',
  });
  const notLoaded = 'A script could not be loaded. Check your connection, then convert again.';
  return linkWorker(worker, events, notLoaded);
}
