import { messageOf } from '#core/util/errors.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import {
  createWorkerClient,
  type LinkEvents,
  linkWorker,
  type OpenLink,
} from '#engine/worker/workerClient.ts';
import type { FormatMethods, LineRange } from './protocol.ts';
import { clangFormatStyle, type FormatStyle } from './style.ts';

/** Loading takes seconds over a slow network; formatting takes milliseconds. */
const LIMIT = { milliseconds: 60_000, reason: 'The formatter did not answer for a minute.' };

/**
 * Formats texts in a worker, which starts at the first use and again after a failure. A failure is a
 * sentence.
 */
export interface Formatter {
  format(text: string, style: FormatStyle, lines: LineRange | null): Promise<Result<string>>;
}

export function createFormatter(open: OpenLink<FormatMethods> = openFormatWorker): Formatter {
  const worker = createWorkerClient<FormatMethods>({ open, limit: LIMIT });
  return {
    async format(text, style, lines) {
      try {
        return ok(await worker.ask('format', { text, style: clangFormatStyle(style), lines }));
      } catch (thrown) {
        const reason = messageOf(thrown);
        // The next use loads it again.
        worker.close(reason);
        return fail(asSentence(reason));
      }
    },
  };
}

/** Browsers end their messages with a period, or not. */
function asSentence(reason: string): string {
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}

function openFormatWorker(events: LinkEvents<FormatMethods>) {
  const worker = new Worker(new URL('./formatWorker.ts', import.meta.url), {
    type: 'module',
    name: 'formatter',
  });
  return linkWorker(worker, events);
}
