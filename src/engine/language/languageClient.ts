import { assertNever } from '#core/util/assertNever.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { messageOf } from '#core/util/errors.ts';
import { startTimeLimit } from '#core/util/timeLimit.ts';
import {
  type ClientMessage,
  LANGUAGE_WORKER,
  type LanguageNotifications,
  type MessageFromWorker,
  type MessageId,
  type MessageToWorker,
  RPC_ERRORS,
} from './protocol.ts';
import { applyChanges, createTextDocument, type TextDocument } from './textDocument.ts';

export type LanguageServerState =
  | { readonly kind: 'off' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'restarting'; readonly reason: string }
  /** Too many restarts failed. Only the user can start the server again. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Automatic restarts stop after `count` failures within `within` milliseconds. */
const RESTART_LIMITS = {
  crashes: { count: 5, within: 60_000 },
  hangs: { count: 3, within: 300_000 },
} as const;

interface LanguageClientOptions {
  /** Starts a worker; called again for each replacement. */
  readonly startLink: (events: LinkEvents) => WorkerLink;
  /** The compiler's binary, compiled. */
  readonly module: Promise<WebAssembly.Module>;
  readonly onState: (state: LanguageServerState) => void;
}

/**
 * Keeps a language worker running behind a transport that never closes. After a crash or hang, a
 * new worker receives the session and the current documents, and open requests fail with an error.
 */
export interface LanguageClient {
  readonly transport: LanguageTransport;
  /** Starts the worker if none is running. Clears the failure count. */
  start(): void;
  /** While held, the server sends no diagnostics. */
  holdDiagnostics(hold: boolean): void;
  dispose: Dispose;
}

interface Failure {
  readonly kind: keyof typeof RESTART_LIMITS;
  /** From `performance.now()`. */
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

interface Session {
  /** Records a message from the client. */
  sent(text: string): void;
  /** Records that a request was answered. Returns false if the client must not get the answer. */
  answered(id: MessageId): boolean;
  /** The messages that restore the old server's state in a new one. */
  replay(): string[];
  /** Returns the requests that the old server left open, and marks them as answered. */
  takeOpenRequests(): MessageId[];
}

function createSession(): Session {
  const documents = new Map<
    string,
    { readonly languageId: string; readonly document: TextDocument }
  >();
  const open = new Set<MessageId>();
  let initialize: { readonly id: MessageId; readonly text: string; answered: boolean } | undefined;

  return {
    sent(text) {
      const { id, method, params } = JSON.parse(text) as ClientMessage;
      if (method === 'initialize' && id !== undefined) initialize = { id, text, answered: false };
      else if (method !== undefined && id !== undefined) open.add(id);
      else if (method !== undefined) follow(documents, method, params);
    },
    answered(id) {
      if (id !== initialize?.id) return open.delete(id);
      const isFirst = !initialize.answered;
      initialize.answered = true;
      return isFirst;
    },
    replay() {
      if (!initialize) return [];
      const opened = [...documents.values()].map(
        ({ languageId, document: { uri, version, text } }) =>
          notification('textDocument/didOpen', {
            textDocument: { uri, languageId, version, text },
          }),
      );
      return [initialize.text, notification('initialized', {}), ...opened];
    },
    takeOpenRequests() {
      const ids = [...open];
      open.clear();
      return ids;
    },
  };
}

function notification(method: string, params: object): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params });
}

function follow(
  documents: Map<string, { readonly languageId: string; readonly document: TextDocument }>,
  method: string,
  params: unknown,
): void {
  if (method === 'textDocument/didOpen') {
    const { textDocument } = params as LanguageNotifications['textDocument/didOpen'];
    const { uri, languageId, version, text } = textDocument;
    documents.set(uri, { languageId, document: createTextDocument(uri, version, text) });
  } else if (method === 'textDocument/didChange') {
    const { textDocument, contentChanges } =
      params as LanguageNotifications['textDocument/didChange'];
    const known = documents.get(textDocument.uri);
    if (!known) return;
    const document = applyChanges(known.document, textDocument.version, contentChanges);
    documents.set(textDocument.uri, { ...known, document });
  } else if (method === 'textDocument/didClose') {
    const { textDocument } = params as LanguageNotifications['textDocument/didClose'];
    documents.delete(textDocument.uri);
  }
}

/** Maximum time without a sign from a worker after a message, in milliseconds. */
export const SILENCE_LIMIT = 15_000;

/** Maximum startup time in milliseconds. Startup takes seconds of CPU time. */
export const START_LIMIT = 120_000;

interface Watch {
  onReady(): void;
  onRpc(message: Extract<MessageFromWorker, { kind: 'rpc' }>): void;
  /** Called once, after all other callbacks. */
  onFailed(kind: 'crashes' | 'hangs', reason: string): void;
}

/** A link that detects hangs: after each message it sends a ping. */
function openWatchedLink(startLink: (events: LinkEvents) => WorkerLink, watch: Watch): WorkerLink {
  let ended = false;
  let ready = false;
  /** A ping is unanswered. */
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
    // Until the worker is ready, the startup limit applies.
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

/** A connection to a language server as CodeMirror's client needs it: whole JSON-RPC messages. */
export interface LanguageTransport {
  send(message: string): void;
  subscribe(handler: (message: string) => void): void;
  unsubscribe(handler: (message: string) => void): void;
}

/** One worker, or its replacement in a test. Reports nothing after `close`. */
export interface WorkerLink {
  post(message: MessageToWorker): void;
  /** Ends the worker immediately, whatever it is doing. */
  close(): void;
}

export interface LinkEvents {
  onMessage(message: MessageFromWorker): void;
  /** The worker ended on its own. */
  onClosed(reason: string): void;
}

export function startLanguageWorker(events: LinkEvents): WorkerLink {
  const worker = new Worker(new URL('../worker/worker.ts', import.meta.url), {
    type: 'module',
    name: LANGUAGE_WORKER,
  });
  worker.onmessage = ({ data }: MessageEvent<MessageFromWorker>) => events.onMessage(data);
  worker.onerror = ({ message }) =>
    events.onClosed(message || 'The language worker’s script could not be loaded.');
  worker.onmessageerror = () => events.onClosed('A message of the language worker was unreadable.');
  return {
    post: (message) => worker.postMessage(message),
    close() {
      worker.onmessage = null;
      worker.onerror = null;
      worker.onmessageerror = null;
      worker.terminate();
    },
  };
}
