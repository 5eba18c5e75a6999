import type { Dispose } from '#core/util/disposer.ts';
import { messageOf } from '#core/util/errors.ts';
import { RPC_ERRORS } from '#engine/language/protocol.ts';
import { createSession } from './session.ts';
import type { LanguageTransport, LinkEvents, WorkerLink } from './transport.ts';
import { openWatchedLink } from './watchedLink.ts';

export type LanguageServerState =
  | { readonly kind: 'off' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'ready' }
  /** The worker has crashed or hung, and another one is starting. */
  | { readonly kind: 'restarting'; readonly reason: string }
  /** Too many restarts failed; only the user can start it again. */
  | { readonly kind: 'failed'; readonly reason: string };

/** The limits after which automatic restarts stop, in milliseconds. */
export const RESTART_LIMITS = {
  crashes: { count: 5, within: 60_000 },
  hangs: { count: 3, within: 300_000 },
} as const;

export interface LanguageClientOptions {
  /** Starts a worker; called again for each replacement. */
  readonly startLink: (events: LinkEvents) => WorkerLink;
  /** The compiled binary of the compiler. */
  readonly module: Promise<WebAssembly.Module>;
  readonly onState: (state: LanguageServerState) => void;
}

/**
 * Keeps a language worker alive behind a transport that never ends: after a crash or a hang, a new
 * worker gets the session and the current documents, and open requests are answered
 * with an error.
 */
export interface LanguageClient {
  readonly transport: LanguageTransport;
  /** Starts the worker if none runs; after a failure, forgets earlier crashes. */
  start(): void;
  /** While on, the server sends no diagnostics. */
  holdDiagnostics(hold: boolean): void;
  dispose: Dispose;
}

interface Failure {
  readonly kind: keyof typeof RESTART_LIMITS;
  /** Of `performance.now()`. */
  readonly time: number;
}

export function createLanguageClient(options: LanguageClientOptions): LanguageClient {
  const session = createSession();
  const subscribers = new Set<(message: string) => void>();
  let failures: Failure[] = [];
  let link: WorkerLink | undefined;
  let disposed = false;

  const tell = (message: string) => {
    for (const subscriber of subscribers) subscriber(message);
  };
  const dropOpenRequests = (reason: string) => {
    for (const id of session.takeOpenRequests()) tell(unanswered(id, reason));
  };
  const replace = (kind: Failure['kind'], reason: string) => {
    link?.close();
    link = undefined;
    dropOpenRequests(reason);
    failures.push({ kind, time: performance.now() });
    if (isHopeless(failures)) {
      options.onState({ kind: 'failed', reason });
    } else {
      options.onState({ kind: 'restarting', reason });
      open();
    }
  };
  const open = () => {
    connect().catch((thrown) => options.onState({ kind: 'failed', reason: messageOf(thrown) }));
  };
  const connect = async () => {
    const module = await options.module;
    if (disposed || link) return;
    const opened = openWatchedLink(options.startLink, {
      onReady: () => options.onState({ kind: 'ready' }),
      onRpc({ text, answers }) {
        if (answers === null || session.answered(answers)) tell(text);
      },
      onFailed: replace,
    });
    link = opened;
    opened.post({ kind: 'start', module });
    for (const text of session.replay()) opened.post({ kind: 'rpc', text });
  };

  return {
    transport: {
      send(text) {
        session.sent(text);
        if (link) link.post({ kind: 'rpc', text });
        else queueMicrotask(() => dropOpenRequests('The language server is not running.'));
      },
      subscribe: (handler) => void subscribers.add(handler),
      unsubscribe: (handler) => void subscribers.delete(handler),
    },
    start() {
      if (link || disposed) return;
      failures = [];
      options.onState({ kind: 'starting' });
      open();
    },
    holdDiagnostics(hold) {
      const message = { jsonrpc: '2.0', method: '$/holdDiagnostics', params: { hold } };
      link?.post({ kind: 'rpc', text: JSON.stringify(message) });
    },
    dispose() {
      disposed = true;
      link?.close();
      link = undefined;
      subscribers.clear();
    },
  };
}

function isHopeless(failures: readonly Failure[]): boolean {
  const now = performance.now();
  return (['crashes', 'hangs'] as const).some((kind) => {
    const { count, within } = RESTART_LIMITS[kind];
    const recent = failures.filter((each) => each.kind === kind && now - each.time < within);
    return recent.length >= count;
  });
}

function unanswered(id: number | string, reason: string): string {
  const error = { code: RPC_ERRORS.serverCancelled, message: reason };
  return JSON.stringify({ jsonrpc: '2.0', id, error });
}
