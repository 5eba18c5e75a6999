import type * as lsp from 'vscode-languageserver-protocol';
import type { LibraryModule } from '#compiler/protocol.ts';
import type { LanguageRequest, LanguageRequests } from '#language-server/protocol.ts';
import { createPlaygroundCompletion } from './completion.ts';
import { absoluteLocation, CORE_LIBRARY_URI, definitionInHover } from './definition.ts';
import type { Documents } from './documents.ts';
import { libraryDocuments } from './libraryDocuments.ts';
import { safeMarkup } from './markup.ts';
import type { NativeServer } from './nativeServer.ts';
import { TOKEN_TYPES, tokensIn } from './semanticTokens.ts';

export type RequestHandlers = {
  readonly [Method in LanguageRequest]: (
    params: LanguageRequests[Method]['params'],
  ) => LanguageRequests[Method]['result'] | Promise<LanguageRequests[Method]['result']>;
};

export interface HandlerContext {
  readonly native: NativeServer;
  readonly documents: Documents;
  readonly libraries: readonly LibraryModule[];
  loadCoreLibrary(): Promise<string>;
}

const INCREMENTAL_SYNC = 2;

const CAPABILITIES: lsp.ServerCapabilities = {
  positionEncoding: 'utf-16',
  textDocumentSync: { openClose: true, change: INCREMENTAL_SYNC },
  completionProvider: { triggerCharacters: ['.', ':', '>', '['], resolveProvider: true },
  hoverProvider: true,
  signatureHelpProvider: { triggerCharacters: ['(', ','] },
  definitionProvider: true,
  documentSymbolProvider: true,
  semanticTokensProvider: {
    legend: { tokenTypes: [...TOKEN_TYPES], tokenModifiers: [] },
    full: true,
  },
};

/** Answers to everything but the life of the connection. A document that is not open has no answers. */
export function createHandlers(context: HandlerContext): Omit<RequestHandlers, 'shutdown'> {
  const { native, documents } = context;
  const modules = libraryDocuments(context.libraries);
  return {
    initialize: () => ({ capabilities: CAPABILITIES, serverInfo: { name: 'Slang Playground' } }),
    ...completionHandlers(context),
    'textDocument/hover'({ textDocument, position }) {
      const open = documents.ready(textDocument.uri);
      const hover = open && native.hover(open.path, position);
      return hover ? { ...hover, contents: safeMarkup(hover.contents as lsp.MarkupContent) } : null;
    },
    'textDocument/signatureHelp'({ textDocument, position }) {
      const open = documents.ready(textDocument.uri);
      const help = open && native.signatureHelp(open.path, position);
      return help ? { ...help, signatures: help.signatures.map(withSafeMarkup) } : null;
    },
    'textDocument/definition'({ textDocument, position }) {
      const open = documents.ready(textDocument.uri);
      if (!open) return [];
      const found = native.definition(open.path, position).map(absoluteLocation);
      if (found.length > 0) return found;
      return definitionInHover(native.hover(open.path, position), [open.document, ...modules]);
    },
    'textDocument/documentSymbol'({ textDocument }) {
      const open = documents.ready(textDocument.uri);
      return open ? native.documentSymbols(open.path) : [];
    },
    'textDocument/semanticTokens/full'({ textDocument }) {
      const open = documents.ready(textDocument.uri);
      return { data: open ? tokensIn(open.document, native.semanticTokens(open.path)) : [] };
    },
    'workspace/textDocumentContent': ({ uri }) => contentOf(context, uri),
  };
}

function completionHandlers({
  native,
  documents,
  libraries,
}: HandlerContext): Pick<RequestHandlers, 'textDocument/completion' | 'completionItem/resolve'> {
  const playground = createPlaygroundCompletion(libraries);
  /** Counts completions: the binary can only resolve items of its newest. */
  let newest = 0;
  return {
    'textDocument/completion'({ textDocument, position, context }) {
      const open = documents.ready(textDocument.uri);
      if (!open) return null;
      newest += 1;
      const found = native.completion(open.path, position, context);
      if (!found || found.length === 0) return playground.alone(open.document, position) ?? null;
      const items = playground
        .amend(found)
        .map((item) => (item.data ? { ...item, data: `${newest}:${item.data}` } : item));
      return { isIncomplete: false, items };
    },
    'completionItem/resolve'(item) {
      const [completion, data] = String(item.data ?? '').split(':');
      if (data === undefined || completion !== String(newest)) return item;
      return withSafeMarkup({ ...native.resolve({ ...item, data }), data: item.data });
    },
  };
}

function withSafeMarkup<Item extends { documentation?: string | lsp.MarkupContent }>(
  item: Item,
): Item {
  const { documentation } = item;
  return typeof documentation === 'object'
    ? { ...item, documentation: safeMarkup(documentation) }
    : item;
}

async function contentOf(
  { libraries, loadCoreLibrary }: HandlerContext,
  uri: string,
): Promise<{ text: string } | null> {
  if (uri === CORE_LIBRARY_URI) return { text: await loadCoreLibrary() };
  const library = libraryDocuments(libraries).find((document) => document.uri === uri);
  return library ? { text: library.text } : null;
}
