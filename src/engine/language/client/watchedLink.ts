import { assertNever } from '#core/util/assertNever.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { startTimeLimit } from '#core/util/timeLimit.ts';
import type { MessageFromWorker } from '#engine/language/protocol.ts';
import type { LinkEvents, WorkerLink } from './transport.ts';

/** How long a worker may take to react to a message, in milliseconds. */
export const SILENCE_LIMIT = 15_000;

/** How long the start may take, in milliseconds; it needs seconds of CPU time. */
export const START_LIMIT = 120_000;

export interface Watch {
  onReady(): void;
  onRpc(message: Extract<MessageFromWorker, { kind: 'rpc' }>): void;
  /** Called once, as the last callback. */
  onFailed(kind: 'crashes' | 'hangs', reason: string): void;
}

/** A link that detects a hang: a ping follows each message. */
export function openWatchedLink(
  startLink: (events: LinkEvents) => WorkerLink,
  watch: Watch,
): WorkerLink {
  let ended = false;
  let ready = false;
  /** A ping is not answered yet. */
  let asked = false;
  /** A message was sent after the last ping. */
  let toldSince = false;
  let endLimit: Dispose = () => {};

  const end = (kind: 'crashes' | 'hangs', reason: string) => {
    if (ended) return;
    ended = true;
    endLimit();
    watch.onFailed(kind, reason);
  };
  const expectSign = (limit: number) => {
    endLimit();
    const reason = `The language server was silent for ${limit / 1000} s.`;
    endLimit = startTimeLimit(limit, () => end('hangs', reason));
  };
  const ask = () => {
    asked = true;
    toldSince = false;
    link.post({ kind: 'ping' });
    // Until it is ready, the limit for its start holds.
    if (ready) expectSign(SILENCE_LIMIT);
  };
  const link = startLink({
    onClosed: (reason) => end('crashes', reason),
    onMessage(message) {
      if (ended) return;
      switch (message.kind) {
        case 'rpc':
          return watch.onRpc(message);
        case 'died':
          return end('crashes', message.reason);
        case 'ready':
          ready = true;
          endLimit();
          if (asked) expectSign(SILENCE_LIMIT);
          return watch.onReady();
        case 'pong':
          endLimit();
          asked = false;
          if (toldSince) ask();
          return;
        default:
          return assertNever(message);
      }
    },
  });
  return {
    post(message) {
      link.post(message);
      if (message.kind === 'start') expectSign(START_LIMIT);
      else if (asked) toldSince = true;
      else ask();
    },
    close() {
      ended = true;
      endLimit();
      link.close();
    },
  };
}
