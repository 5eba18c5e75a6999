import { head } from '#core/util/text.ts';

/** One or more lines of the Diagnostics tab. Messages are compared by identity. */
export interface Message {
  /** `compiler output` is the compiler's own text, whose parts the list of problems shows. */
  readonly about: 'address' | 'compile' | 'compiler output' | 'run' | 'device';
  readonly text: string;
}

/**
 * Maximum length in UTF-16 units. The compiler's log for a faulty source can be many times longer.
 */
const MESSAGE_LIMIT = 500_000;

/** Messages with these texts; empty texts are dropped, long ones cut. */
export function messagesAbout(about: Message['about'], ...texts: readonly string[]): Message[] {
  return texts.filter((text) => text !== '').map((text) => ({ about, text: shortened(text) }));
}

function shortened(text: string): string {
  if (text.length <= MESSAGE_LIMIT) return text;
  const length = text.length.toLocaleString('en');
  return `${head(text, MESSAGE_LIMIT)}…\nThe message is cut here: it has ${length} characters.`;
}

const joined = new WeakMap<readonly Message[], string>();

/** The text of the Diagnostics tab; empty if there are no messages. */
export function diagnosticsText({ messages }: { readonly messages: readonly Message[] }): string {
  const known = joined.get(messages);
  if (known !== undefined) return known;
  const text = messages.map((message) => message.text).join('\n');
  joined.set(messages, text);
  return text;
}

/** Messages of the workspace. Some are fixed by the specification, section 8. */

export const NO_WEBGPU_NOTICE = 'Browser does not support WebGPU, Run shader feature is disabled.';

export const NO_WEBGPU_RUN =
  'The shader compiled successfully, but it cannot run because your browser does not support WebGPU.\n' +
  'Use a current release of Chrome, Edge, Safari or Firefox. On Linux, you may have to enable ' +
  'WebGPU. On iOS, use Safari 16.4 or later and enable it under Settings › Apps › Safari › Advanced › ' +
  'Feature Flags › WebGPU.';

export const EMPTY_RESULT = 'Compilation returned empty result.';

export const NO_NEW_DEVICE =
  'The graphics device was lost, and the browser does not provide a new one. Reload the page, or ' +
  'press Run to try again.';

export const FRAME_NEVER_ENDED =
  'The GPU never finished a frame of this shader, so it does not restart automatically. Look for an ' +
  'endless loop, or reduce the work per frame. Press Run to start it again.';

export const STARTED_AGAIN = 'The run restarts on a new device.';

export function deviceLost(reason: string): string {
  return `The graphics device was lost: ${reason}`;
}

export function notStartedAgain(losses: number): string {
  return (
    `This shader lost the graphics device ${losses} times in a row, so it does not restart ` +
    'automatically. Press Run to start it again.'
  );
}

export const DEFAULT_INSTEAD = 'The default demo opens instead.';

export const DRAFT_INSTEAD = 'The last source of this tab opens instead.';

export const TEXT_STAYS = 'Your source is unchanged.';

export function overtakenByEdit(what: string): string {
  return `${what} was not opened, because you edited the source in the meantime.`;
}
