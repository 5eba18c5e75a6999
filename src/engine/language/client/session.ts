import type { ClientMessage, LanguageNotifications, MessageId } from '#engine/language/protocol.ts';
import {
  applyChanges,
  createTextDocument,
  type TextDocument,
} from '#engine/language/textDocument.ts';

/** The part of a client's messages that a new server has to know. */
export interface Session {
  /** Remembers a message of the client. */
  sent(text: string): void;
  /** Remembers that a request was answered; false if the client must not get the answer. */
  answered(id: MessageId): boolean;
  /** The messages that restore the old server's state in a new one. */
  replay(): string[];
  /** The requests that the old server did not answer. They then count as answered. */
  takeOpenRequests(): MessageId[];
}

export function createSession(): Session {
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
