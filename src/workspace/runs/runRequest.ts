import type { Message } from '#workspace/messages.ts';

/**
 * Why a text runs: the user pressed Run (`pressed`), the page or a link opened it (`opened`), the
 * user chose or wrote it here and so knows what it fetches (`chosen`), or live mode follows the
 * typing (`live`).
 */
export type RunCause = 'pressed' | 'opened' | 'chosen' | 'live';

/** The options of a run request. Without any, the user has pressed Run. */
export interface RunRequestOptions {
  /**
   * If an address opened the source, the messages before it was read; newer messages about the
   * address stay.
   */
  readonly beforeReading?: readonly Message[];
  readonly cause?: Exclude<RunCause, 'live'>;
  /** Whether the run only continues in another way, and so opens no tab. */
  readonly keepsTab?: boolean;
}
