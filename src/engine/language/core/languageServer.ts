import { messageOf } from '#core/util/errors.ts';
import {
  type ClientMessage,
  type LanguageNotification,
  type LanguageNotifications,
  type LanguageRequest,
  type LanguageRequests,
  type MessageId,
  RPC_ERRORS,
} from '#engine/language/protocol.ts';
import { createDocuments, type Documents } from './documents.ts';
import { createHandlers } from './handlers.ts';
import type { LanguageServerHost } from './host.ts';
import { NativeFailure } from './nativeServer.ts';
import { createPublisher, type Publisher } from './publisher.ts';
import type { RequestHandlers } from './requestHandlers.ts';

/**
 * A language server for Slang that speaks JSON-RPC in whole messages. It handles one message at a time, in
 * order, and skips a request that is cancelled while it waits.
 *
 * @returns a function that takes a message of the client
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
  /** Handles a message and answers it if it is a request. */
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
      // An answer: ignore it, because this server sends no requests.
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

/** The server handles a cancellation at once, not in order. */
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

// Only here, a client's parameters are trusted to have their method's type.

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
