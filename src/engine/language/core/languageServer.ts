import type { Diagnostic } from 'vscode-languageserver-protocol';
import { endlessMessage, type IncludeCycle } from '#core/source/moduleGraph.ts';
import { messageOf } from '#core/util/errors.ts';
import type { LibraryModule } from '#engine/compiler/protocol.ts';
import {
  type ClientMessage,
  type LanguageNotification,
  type LanguageNotifications,
  type LanguageRequest,
  type LanguageRequests,
  type MessageId,
  RPC_ERRORS,
} from '#engine/language/protocol.ts';
import { lineText, positionAt, type TextDocument } from '#engine/language/textDocument.ts';
import { diagnosticsIn } from './diagnostics.ts';
import {
  createDocuments,
  type Documents,
  type ProjectGraph,
  type ReadyDocument,
  readProjectGraph,
} from './documents.ts';
import { createHandlers, type RequestHandlers } from './handlers.ts';
import {
  libraryDocuments,
  type NativeDiagnostic,
  NativeFailure,
  type NativeServer,
} from './nativeServer.ts';

/**
 * A language server for Slang that speaks JSON-RPC in whole messages. Handles messages in order and
 * skips requests that are cancelled while waiting.
 *
 * @returns a function that takes a message from the client
 */
export function createLanguageServer(host: LanguageServerHost): (text: string) => void {
  const waiting = new Set<MessageId>();
  const cancelled = new Set<MessageId>();
  const connection = createConnection(host);
  return (text) => {
    const message = parseMessage(text);
    if (!message) {
      connection.fail(null, RPC_ERRORS.parse, 'This is no JSON-RPC message.');
      return;
    }
    const { id, method, params } = message;
    if (method === '$/cancelRequest') {
      const target = (params as LanguageNotifications['$/cancelRequest'] | undefined)?.id;
      if (target !== undefined && waiting.has(target)) cancelled.add(target);
      return;
    }
    if (id !== undefined) waiting.add(id);
    host.defer(() => {
      if (id !== undefined) waiting.delete(id);
      if (id !== undefined && cancelled.delete(id)) {
        connection.fail(id, RPC_ERRORS.cancelled, 'The request was cancelled.');
      } else {
        void connection.receive(message);
      }
    });
  };
}

function parseMessage(text: string): ClientMessage | undefined {
  try {
    const message: unknown = JSON.parse(text);
    const isObject = typeof message === 'object' && message !== null && !Array.isArray(message);
    return isObject ? (message as ClientMessage) : undefined;
  } catch {
    return undefined;
  }
}

interface Connection {
  receive(message: ClientMessage): Promise<void>;
  fail(id: MessageId | null, code: number, message: string): void;
}

function createConnection(host: LanguageServerHost): Connection {
  const documents = createDocuments(host.native);
  const publisher = createPublisher(host, documents);
  const notified = createNotificationHandlers(host, documents, publisher);
  let phase: 'new' | 'running' | 'shut down' = 'new';
  const handlers: RequestHandlers = {
    ...createHandlers({ ...host, documents }),
    shutdown() {
      phase = 'shut down';
      publisher.dispose();
      return null;
    },
  };
  const fail: Connection['fail'] = (id, code, message) =>
    host.post(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }), id);

  const answer = async (id: MessageId, method: string, params: unknown) => {
    if (!knows(handlers, method)) {
      return fail(id, RPC_ERRORS.methodNotFound, `This server does not know ${method}.`);
    }
    if (phase === 'shut down') {
      return fail(id, RPC_ERRORS.invalidRequest, 'The server was shut down.');
    }
    if (phase === 'new' && method !== 'initialize') {
      return fail(id, RPC_ERRORS.notInitialized, 'The server waits for initialize.');
    }
    phase = 'running';
    const result = await callRequest(handlers, method, params);
    host.post(JSON.stringify({ jsonrpc: '2.0', id, result }), id);
  };

  return {
    fail,
    async receive({ id, method, params }) {
      // A response. Ignore it, because this server sends no requests.
      if (method === undefined) return;
      try {
        if (id !== undefined) await answer(id, method, params);
        else if (knows(notified, method) && (phase === 'running' || method === 'exit')) {
          callNotification(notified, method, params);
        }
      } catch (thrown) {
        if (id !== undefined) fail(id, RPC_ERRORS.internal, messageOf(thrown));
        if (thrown instanceof NativeFailure) host.onFailure(thrown.message);
      }
    },
  };
}

/** Excludes cancellations, which the server handles immediately instead of in order. */
type QueuedNotification = Exclude<LanguageNotification, '$/cancelRequest'>;

type NotificationHandlers = {
  readonly [Method in QueuedNotification]: (params: LanguageNotifications[Method]) => void;
};

function createNotificationHandlers(
  host: LanguageServerHost,
  documents: Documents,
  publisher: Publisher,
): NotificationHandlers {
  return {
    'textDocument/didOpen'(params) {
      documents.open(params);
      publisher.schedule(params.textDocument.uri);
      publisher.scheduleAll();
    },
    'textDocument/didChange'(params) {
      documents.change(params);
      publisher.schedule(params.textDocument.uri);
    },
    'textDocument/didClose'({ textDocument }) {
      documents.close(textDocument.uri);
      publisher.clear(textDocument.uri);
      publisher.scheduleAll();
    },
    '$/holdDiagnostics': ({ hold }) => publisher.hold(hold),
    exit: () => host.onExit(),
  };
}

function knows<Handlers extends object>(
  handlers: Handlers,
  method: string,
): method is Extract<keyof Handlers, string> {
  return Object.hasOwn(handlers, method);
}

// The only place where parameters are trusted to have their method's type.

function callRequest<Method extends LanguageRequest>(
  handlers: RequestHandlers,
  method: Method,
  params: unknown,
): LanguageRequests[Method]['result'] | Promise<LanguageRequests[Method]['result']> {
  return handlers[method](params as LanguageRequests[Method]['params']);
}

function callNotification<Method extends QueuedNotification>(
  handlers: NotificationHandlers,
  method: Method,
  params: unknown,
): void {
  handlers[method](params as LanguageNotifications[Method]);
}

/** The delay in milliseconds between the last edit and sending diagnostics. */
export const DIAGNOSTICS_DELAY = 250;

type Publisher = ReturnType<typeof createPublisher>;

type PublisherHost = Pick<LanguageServerHost, 'native' | 'libraries' | 'post' | 'onFailure'>;

/** Why diagnostics are due: an edit of the document, or of one on which it depends. */
type Cause = 'own' | 'other';

export function createPublisher(host: PublisherHost, documents: Documents) {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const causes = new Map<string, Cause>();
  const due = new Set<string>();
  let isHeld = false;
  const libraries = libraryDocuments(host.libraries);
  const project = createProjectDiagnostics(host.native, documents, host.libraries);
  const post = (params: object) =>
    host.post(
      JSON.stringify({ jsonrpc: '2.0', method: 'textDocument/publishDiagnostics', params }),
      null,
    );
  const publish = (uri: string) => {
    timers.delete(uri);
    if (isHeld) {
      due.add(uri);
      return;
    }
    const cause = causes.get(uri);
    causes.delete(uri);
    try {
      const open = documents.ready(uri);
      if (!open) return;
      const { document, path } = open;
      const others = documents.all().flatMap((each) => (each === open ? [] : [each.document]));
      const diagnostics = [
        ...endlessIn(document, documents.endless().get(path) ?? []),
        ...diagnosticsIn(document, project.of(open), [...others, ...libraries]),
      ];
      post({ uri, version: document.version, diagnostics });
      if (cause === 'other') return;
      const affected = project.affectedBy(path);
      for (const each of documents.all()) {
        if (affected.includes(each.path)) publishAfter(each.document.uri, 0, 'other');
      }
    } catch (thrown) {
      host.onFailure(messageOf(thrown));
    }
  };
  const publishAfter = (uri: string, milliseconds: number, cause: Cause) => {
    due.delete(uri);
    // The document's own edit takes precedence, because it has more consequences.
    if (causes.get(uri) !== 'own') causes.set(uri, cause);
    clearTimeout(timers.get(uri));
    timers.set(
      uri,
      setTimeout(() => publish(uri), milliseconds),
    );
  };
  return {
    /**
     * Sends the document's diagnostics {@link DIAGNOSTICS_DELAY} after its last edit, then those of
     * the documents that depend on it.
     */
    schedule: (uri: string) => publishAfter(uri, DIAGNOSTICS_DELAY, 'own'),
    /** Schedules all documents, because one that others may mention was opened or closed. */
    scheduleAll() {
      for (const { document } of documents.all()) {
        publishAfter(document.uri, DIAGNOSTICS_DELAY, 'other');
      }
    },
    /** While held, computes no diagnostics. The due ones follow after the release. */
    hold(next: boolean) {
      isHeld = next;
      if (!isHeld) for (const uri of [...due]) publishAfter(uri, 0, 'other');
    },
    clear(uri: string) {
      due.delete(uri);
      causes.delete(uri);
      clearTimeout(timers.get(uri));
      timers.delete(uri);
      post({ uri, diagnostics: [] });
    },
    dispose() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}

const ERROR = 1;

/** Errors for the includes that are withheld from the binary. */
function endlessIn(document: TextDocument, includes: readonly IncludeCycle[]): Diagnostic[] {
  return includes.map(({ edge, paths }) => {
    const { from, to } = edge.reference;
    const range = { start: positionAt(document, from), end: positionAt(document, to) };
    return { range, severity: ERROR, source: 'slang', message: endlessMessage(paths) };
  });
}

/** What the language server needs from its worker or a test. */
export interface LanguageServerHost {
  readonly native: NativeServer;
  readonly libraries: readonly LibraryModule[];
  /** Sends a JSON-RPC message. If it is a response, `answers` is the request's id. */
  post(text: string, answers: MessageId | null): void;
  loadCoreLibrary(): Promise<string>;
  /** The binary has failed, so this server cannot continue. */
  onFailure(reason: string): void;
  onExit(): void;
  /** Runs the work after all messages that have already arrived are read. */
  defer(work: () => void): void;
}

/**
 * Assigns the binary's diagnostics to documents. The binary returns the diagnostics of all
 * documents that it has read since the last edit, without naming the documents. It therefore reads
 * a document only after that document's dependencies; new diagnostics then belong to the document.
 */
function createProjectDiagnostics(
  native: NativeServer,
  documents: Documents,
  libraries: readonly LibraryModule[],
) {
  const builtIn = new Set(libraries.map(({ name }) => name));
  let graph: { readonly generation: number; readonly value: ProjectGraph } | undefined;
  let known = nothingKnown(-1, '');
  const currentGraph = () => {
    const generation = documents.generation();
    if (graph?.generation !== generation) {
      graph = { generation, value: readProjectGraph(documents.all(), builtIn) };
    }
    return graph.value;
  };
  /** Whether something else, such as a hover, made the binary read documents. */
  const isDisturbed = () =>
    known.generation !== documents.generation() ||
    native.diagnostics(known.first).length !== known.seen.length;
  const read = (path: string) => {
    if (known.byPath.has(path)) return;
    const all = native.diagnostics(path);
    const fresh = without(all, known.seen);
    known.seen = all;
    const assigned = known.elsewhere.get(path) ?? [];
    known.byPath.set(path, assigned);
    for (const each of fresh) {
      const owner = ownerOf(each, path, documents.all());
      const list = known.elsewhere.get(owner) ?? [];
      if (owner === path) assigned.push(each);
      else if (!known.byPath.has(owner)) known.elsewhere.set(owner, [...list, each]);
    }
  };
  return {
    /** The binary's diagnostics about this document. */
    of({ path }: ReadyDocument): readonly NativeDiagnostic[] {
      if (documents.all().length < 2) return native.diagnostics(path);
      if (isDisturbed()) {
        // The usual case: neither the document nor its dependencies have problems.
        if (native.diagnostics(path).length === 0) return [];
        documents.forget();
        known = nothingKnown(documents.generation(), path);
      }
      const project = currentGraph();
      for (const needed of project.withNeeded(path)) read(needed);
      const own = known.byPath.get(path) ?? [];
      return project.isOnlyText(path) ? own.filter(isAboutSyntax) : own;
    },
    /** The paths of the other documents whose diagnostics may change with this one. */
    affectedBy: (path: string): readonly string[] =>
      documents.all().length < 2 ? [] : currentGraph().affectedBy(path),
  };
}

interface Known {
  readonly generation: number;
  readonly first: string;
  /** Everything that the binary has returned so far. */
  seen: readonly NativeDiagnostic[];
  /** The diagnostics of documents that were read. */
  readonly byPath: Map<string, NativeDiagnostic[]>;
  /** The diagnostics of documents that were not read yet. */
  readonly elsewhere: Map<string, NativeDiagnostic[]>;
}

function nothingKnown(generation: number, first: string): Known {
  return { generation, first, seen: [], byPath: new Map(), elsewhere: new Map() };
}

/** The diagnostics in `all` that are not in `others`. Repeated ones are matched one to one. */
function without(
  all: readonly NativeDiagnostic[],
  others: readonly NativeDiagnostic[],
): NativeDiagnostic[] {
  const counts = new Map<string, number>();
  for (const each of others) {
    const key = JSON.stringify(each);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return all.filter((each) => {
    const key = JSON.stringify(each);
    const count = counts.get(key) ?? 0;
    counts.set(key, count - 1);
    return count <= 0;
  });
}

/**
 * The document that a diagnostic is about. The binary reads a document together with the texts and
 * module parts that it includes.
 */
function ownerOf(
  diagnostic: NativeDiagnostic,
  path: string,
  documents: readonly ReadyDocument[],
): string {
  const quoted = [...diagnostic.message.matchAll(/['`]([^'`]+)['`]/g)].map(([, text = '']) => text);
  const { line, character } = diagnostic.range.start;
  const startsHere = ({ document }: { readonly document: TextDocument }) => {
    const rest = lineText(document, line).slice(Math.max(character, 0));
    return quoted.some((text) => rest.startsWith(text) || rest.startsWith(`"${text}`));
  };
  const own = documents.find((each) => each.path === path);
  if (quoted.length === 0 || !own || startsHere(own)) return path;
  return documents.find(startsHere)?.path ?? path;
}

/** A text that others include may use names that it does not declare itself. */
function isAboutSyntax({ code }: NativeDiagnostic): boolean {
  return Number(code) < 30_000;
}
