import { fail, ok, type Result } from '#core/util/result.ts';
import type { FormatAnswer, FormatRequest, LineRange } from './protocol.ts';
import { clangFormatStyle, type FormatStyle } from './style.ts';

/** Loading takes seconds over a slow network; formatting takes milliseconds. */
const LONGEST = 60_000;

/** The part of a worker that the formatter uses. */
export interface FormatLink {
  post(request: FormatRequest): void;
  close(): void;
}

export interface FormatLinkEvents {
  onAnswer(answer: FormatAnswer): void;
  /** The worker cannot be used any more. */
  onFailure(reason: string): void;
}

/**
 * Formats texts in a worker, which starts at the first use and again after a failure. A failure is a
 * sentence.
 */
export interface Formatter {
  format(text: string, style: FormatStyle, lines: LineRange | null): Promise<Result<string>>;
}

export function createFormatter(open: (events: FormatLinkEvents) => FormatLink): Formatter {
  const waiting = new Map<number, (result: Result<string>) => void>();
  let link: FormatLink | null = null;
  let lastId = 0;
  const settle = (id: number, result: Result<string>) => {
    waiting.get(id)?.(result);
    waiting.delete(id);
  };
  const end = (reason: string) => {
    link?.close();
    link = null;
    for (const id of [...waiting.keys()]) settle(id, fail(asSentence(reason)));
  };
  const start = () =>
    open({
      onFailure: end,
      onAnswer(answer) {
        if (answer.kind === 'formatted') settle(answer.id, ok(answer.text));
        // The next use loads it again.
        else end(answer.reason);
      },
    });
  return {
    format(text, style, lines) {
      lastId += 1;
      const id = lastId;
      return new Promise((resolve) => {
        const timer = setTimeout(() => end('The formatter did not answer for a minute.'), LONGEST);
        waiting.set(id, (result) => {
          clearTimeout(timer);
          resolve(result);
        });
        link ??= start();
        link.post({ id, text, style: clangFormatStyle(style), lines });
      });
    },
  };
}

/** Browsers end their messages with a period, or not. */
function asSentence(reason: string): string {
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}

/** The formatter's worker. */
export function openFormatWorker({ onAnswer, onFailure }: FormatLinkEvents): FormatLink {
  const worker = new Worker(new URL('./formatWorker.ts', import.meta.url), {
    type: 'module',
    name: 'formatter',
  });
  worker.onmessage = ({ data }: MessageEvent<FormatAnswer>) => onAnswer(data);
  worker.onerror = (event) => {
    event.preventDefault();
    onFailure(event.message || 'Its script could not be loaded.');
  };
  return {
    post: (request) => worker.postMessage(request),
    close: () => worker.terminate(),
  };
}
