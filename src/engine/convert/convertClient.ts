import type { Conversion } from '#core/source/convert/conversion.ts';
import { messageOf } from '#core/util/errors.ts';
import { fail, type Result } from '#core/util/result.ts';

/** What the worker sends for a source. */
export type ConvertAnswer = Result<Conversion>;

export interface ConvertLinkEvents {
  onAnswer(answer: ConvertAnswer): void;
  /** The worker cannot be used. */
  onFailure(reason: string): void;
}

/** The part of a worker that is used here. */
export interface ConvertLink {
  post(text: string): void;
  close(): void;
}

/** Converts a source, away from the page's thread. Null if the signal ends it. */
export type ConvertAway = (text: string, signal: AbortSignal) => Promise<ConvertAnswer | null>;

/** The longest that a conversion takes, in ms, with the loading of its script. */
export const CONVERT_LIMIT = 20_000;

const TOO_LONG = `The conversion took more than ${CONVERT_LIMIT / 1000} seconds and was stopped. Shorten the source or use fewer macros, then convert again.`;

const NOT_LOADED = 'A script could not be loaded. Check your connection, then convert again.';

/** Each conversion has a worker of its own, which ends with it. */
export function createConvertAway(
  open: (events: ConvertLinkEvents) => ConvertLink = openConvertWorker,
): ConvertAway {
  return (text, signal) =>
    new Promise((resolve) => {
      let link: ConvertLink | null = null;
      const end = (answer: ConvertAnswer | null) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        link?.close();
        resolve(answer);
      };
      const stop = () => end(null);
      const timer = setTimeout(() => end(fail(TOO_LONG)), CONVERT_LIMIT);
      const refuse = (reason: string) => end(fail(`The converter could not start. ${reason}`));
      signal.addEventListener('abort', stop);
      try {
        link = open({ onAnswer: end, onFailure: refuse });
        link.post(text);
      } catch (thrown) {
        refuse(messageOf(thrown));
      }
    });
}

function openConvertWorker({ onAnswer, onFailure }: ConvertLinkEvents): ConvertLink {
  const worker = new Worker(new URL('./convertWorker.ts', import.meta.url), {
    type: 'module',
    name: 'converter',
  });
  worker.onmessage = ({ data }: MessageEvent<ConvertAnswer>) => onAnswer(data);
  worker.onerror = (event) => {
    event.preventDefault();
    onFailure(event.message || NOT_LOADED);
  };
  return {
    post: (text) => worker.postMessage(text),
    close: () => worker.terminate(),
  };
}
