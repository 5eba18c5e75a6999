import type { CaptureContext } from '#tools/capture/session/context.ts';

/** What films need of the page. */
export interface FilmContext extends CaptureContext {
  /** Milliseconds. */
  now(): number;
}
