import type * as lsp from 'vscode-languageserver-protocol';
import { once } from '#core/util/once.ts';
import { createCompletionHandlers } from './completionHandlers.ts';
import { readCoreDocumentation } from './coreDocumentation.ts';
import {
  absoluteLocation,
  atDeclaredName,
  CORE_LIBRARY_URI,
  definitionInHover,
} from './definition.ts';
import { documentedHover } from './hover.ts';
import { libraryDocuments } from './libraryDocuments.ts';
import { withSafeMarkup } from './markup.ts';
import type { HandlerContext, RequestHandlers } from './requestHandlers.ts';
import { TOKEN_TYPES, tokensIn } from './semanticTokens.ts';

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

/** The handlers of all requests except `shutdown`. A document that is not open has no answers. */
export function createHandlers(context: HandlerContext): Omit<RequestHandlers, 'shutdown'> {
  const { native, documents } = context;
  const modules = libraryDocuments(context.libraries);
  const coreDocumentation = once(async () => {
    try {
      return readCoreDocumentation(await context.loadCoreLibrary());
    } catch {
      // Everything works without it, and the next start tries again.
      return undefined;
    }
  });
  return {
    initialize: () => ({ capabilities: CAPABILITIES, serverInfo: { name: 'Slang Playground' } }),
    ...createCompletionHandlers({ ...context, coreDocumentation }),
    async 'textDocument/hover'({ textDocument, position }) {
      const open = documents.ready(textDocument.uri);
      const hover = open && native.hover(open.path, position);
      return hover ? documentedHover(hover, coreDocumentation) : null;
    },
    'textDocument/signatureHelp'({ textDocument, position }) {
      const open = documents.ready(textDocument.uri);
      const help = open && native.signatureHelp(open.path, position);
      return help ? { ...help, signatures: help.signatures.map(withSafeMarkup) } : null;
    },
    'textDocument/definition'({ textDocument, position }) {
      const open = documents.ready(textDocument.uri);
      if (!open) return [];
      const opened = documents.all();
      const texts = [...opened.map(({ document }) => document), ...modules];
      const asked = { document: open.document, position };
      const found = native.definition(open.path, position).map((answer) => {
        const location = absoluteLocation(answer, opened);
        return atDeclaredName(
          location,
          asked,
          texts.find(({ uri }) => uri === location.uri),
        );
      });
      if (found.length > 0) return found;
      return definitionInHover(native.hover(open.path, position), texts);
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

async function contentOf(
  { libraries, loadCoreLibrary }: HandlerContext,
  uri: string,
): Promise<{ text: string } | null> {
  if (uri === CORE_LIBRARY_URI) return { text: await loadCoreLibrary() };
  const library = libraryDocuments(libraries).find((document) => document.uri === uri);
  return library ? { text: library.text } : null;
}
