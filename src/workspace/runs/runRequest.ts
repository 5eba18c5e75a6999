import type { Message } from '#workspace/messages.ts';

/** How a run is asked for. Without options, somebody has pressed Run. */
export interface RunRequestOptions {
  /** An address opened the source. These messages were there before it was read; newer ones about it stay. */
  readonly beforeReading?: readonly Message[];
  /** The run comes with the page or with a link: nobody has pressed Run. */
  readonly automatic?: boolean;
  /** The source was written here: its author knows what it fetches. */
  readonly own?: boolean;
  /** The run goes on in another way: it opens no tab for what it shows. */
  readonly keepsTab?: boolean;
}
