import type { Message } from '#workspace/messages.ts';

/**
 * Why a text runs: the user pressed Run; it came with the page or with a link; the user chose or wrote it
 * here, and so knows what it fetches; or live mode follows the typing.
 */
export type RunCause = 'pressed' | 'opened' | 'chosen' | 'live';

/** How a run is asked for. Without options, the user has pressed Run. */
export interface RunRequestOptions {
  /** An address opened the source. These messages were there before it was read; newer ones about it stay. */
  readonly beforeReading?: readonly Message[];
  readonly cause?: Exclude<RunCause, 'live'>;
  /** The run goes on in another way: it opens no tab for what it shows. */
  readonly keepsTab?: boolean;
}
