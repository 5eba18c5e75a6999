import type * as lsp from 'vscode-languageserver-protocol';
import { messageOf } from '#core/util/errors.ts';
import { type SlangModule, textOf } from '#engine/compiler/core/slangModule.ts';
import type { LibraryModule } from '#engine/compiler/protocol.ts';
import { createTextDocument, type TextDocument } from '#engine/language/textDocument.ts';
import type {
  CompletionItem as NativeCompletionItem,
  LanguageServer as NativeLanguageServer,
  MarkupContent as NativeMarkup,
  SignatureInformation as NativeSignature,
  DocumentSymbol as NativeSymbol,
} from '#generated/slang/slang-wasm.js';

/** The binary does not name the diagnostic's file. */
export interface NativeDiagnostic {
  readonly range: lsp.Range;
  /** LSP's number: 1 is an error, 2 a warning, 3 a note about the previous message. */
  readonly severity: number;
  readonly code: string;
  readonly message: string;
}

/**
 * The binary's language server. It frees the binary's handles and converts values to LSP's types.
 * Documents are identified by path; one that is not open has no results. After the binary has
 * failed, every method throws {@link NativeFailure}.
 */
export interface NativeServer {
  open(path: string, text: string): void;
  replace(path: string, text: string): void;
  close(path: string): void;
  hover(path: string, position: lsp.Position): lsp.Hover | null;
  definition(path: string, position: lsp.Position): lsp.Location[];
  /** Undefined if nothing can be completed there. */
  completion(
    path: string,
    position: lsp.Position,
    context: lsp.CompletionContext | undefined,
  ): lsp.CompletionItem[] | undefined;
  /** Resolves only items of the newest completion. */
  resolve(item: lsp.CompletionItem): lsp.CompletionItem;
  signatureHelp(path: string, position: lsp.Position): lsp.SignatureHelp | null;
  semanticTokens(path: string): number[];
  documentSymbols(path: string): lsp.DocumentSymbol[];
  diagnostics(path: string): NativeDiagnostic[];
}

/** The binary trapped or threw. Its memory may be damaged, so it must not be used again. */
export class NativeFailure extends Error {}

const INVOKED = 1;

/**
 * The binary treats a line past the last one as the end of the text. Its character positions are
 * unreliable: in the ranges of edits, and only there, it does not count characters beyond the BMP
 * as two.
 */
const EVERYTHING: lsp.Range = {
  start: { line: 0, character: 0 },
  end: { line: 1 << 30, character: 0 },
};

/**
 * @param libraries the modules that documents may import
 * @throws if the binary cannot create a server, for example when memory runs out
 */
export function createNativeServer(
  slang: SlangModule,
  libraries: readonly LibraryModule[],
): NativeServer {
  const server = slang.createLanguageServer();
  if (!server) throw new Error('The Slang binary could not make a language server.');
  for (const { name, source } of libraries) slang.FS.writeFile(libraryPath(name), source);

  return guarded({
    ...documentMethods(slang, server, libraries),
    hover(path, position) {
      const hover = server.hover(uriOf(path), position);
      if (!hover) return null;
      const contents = markupOf(hover.contents);
      return contents ? { contents, range: hover.range } : null;
    },
    definition: (path, position) =>
      takeList(server.gotoDefinition(uriOf(path), position), ({ uri, range }) => ({
        uri: textOf(uri),
        range,
      })),
    completion(path, position, context) {
      const items = server.completion(uriOf(path), position, {
        triggerKind: context?.triggerKind ?? INVOKED,
        triggerCharacter: context?.triggerCharacter ?? '',
      });
      return items && takeList(items, itemOf);
    },
    resolve(item) {
      const resolved = server.completionResolve({
        label: item.label,
        kind: item.kind ?? 0,
        detail: '',
        documentation: undefined,
        textEdit: undefined,
        data: item.data,
        commitCharacters: undefined,
      });
      if (!resolved) return item;
      const { detail, documentation } = itemOf(resolved);
      return { ...item, ...(detail && { detail }), ...(documentation && { documentation }) };
    },
    signatureHelp(path, position) {
      const help = server.signatureHelp(uriOf(path), position);
      if (!help) return null;
      const signatures = takeList(help.signatures, signatureOf);
      const { activeSignature, activeParameter } = help;
      return signatures.length > 0 ? { signatures, activeSignature, activeParameter } : null;
    },
    semanticTokens: (path) => takeList(server.semanticTokens(uriOf(path)), (value) => value),
    documentSymbols: (path) => takeList(server.documentSymbol(uriOf(path)), symbolOf),
    diagnostics: (path) =>
      takeList(server.getDiagnostics(uriOf(path)), ({ range, severity, code, message }) => ({
        range,
        severity,
        code: textOf(code),
        message: textOf(message),
      })),
  });
}

type NativeDocuments = Pick<NativeServer, 'open' | 'replace' | 'close'>;

/** Keeps the binary's files and its open documents in sync. */
function documentMethods(
  slang: SlangModule,
  server: NativeLanguageServer,
  libraries: readonly LibraryModule[],
): NativeDocuments {
  const write = (path: string, text: string) => {
    const folder = path.slice(0, path.lastIndexOf('/'));
    if (folder !== '') slang.FS.mkdirTree(folder);
    slang.FS.writeFile(path, text);
  };

  return {
    open(path, text) {
      // The binary only knows documents whose file exists.
      write(path, text);
      server.didOpenTextDocument(uriOf(path), text);
    },
    replace(path, text) {
      write(path, text);
      const edits = new slang.TextEditList();
      try {
        edits.push_back({ range: EVERYTHING, text });
        server.didChangeTextDocument(uriOf(path), edits);
      } finally {
        edits.delete();
      }
    },
    close(path) {
      server.didCloseTextDocument(uriOf(path));
      const library = libraries.find(({ name }) => libraryPath(name) === path);
      if (library) slang.FS.writeFile(path, library.source);
      else slang.FS.unlink(path);
    },
  };
}

function uriOf(path: string): string {
  return `file://${path}`;
}

/**
 * Makes every method throw {@link NativeFailure} when the binary fails, and on each call after
 * that.
 */
function guarded(server: NativeServer): NativeServer {
  let failure: NativeFailure | undefined;
  const guard =
    <Args extends unknown[], Answer>(method: (...args: Args) => Answer) =>
    (...args: Args): Answer => {
      if (failure) throw failure;
      try {
        return method(...args);
      } catch (thrown) {
        failure = new NativeFailure(`The language server failed: ${messageOf(thrown)}`);
        throw failure;
      }
    };
  return {
    open: guard(server.open),
    replace: guard(server.replace),
    close: guard(server.close),
    hover: guard(server.hover),
    definition: guard(server.definition),
    completion: guard(server.completion),
    resolve: guard(server.resolve),
    signatureHelp: guard(server.signatureHelp),
    semanticTokens: guard(server.semanticTokens),
    documentSymbols: guard(server.documentSymbols),
    diagnostics: guard(server.diagnostics),
  };
}

function markupOf(markup: NativeMarkup | undefined): lsp.MarkupContent | undefined {
  const value = textOf(markup?.value).trim();
  return value === '' ? undefined : { kind: 'markdown', value };
}

function itemOf(item: NativeCompletionItem): lsp.CompletionItem {
  const commitCharacters = takeList(item.commitCharacters, textOf);
  const detail = textOf(item.detail);
  const documentation = markupOf(item.documentation);
  return {
    label: textOf(item.label),
    kind: item.kind as lsp.CompletionItemKind,
    data: textOf(item.data),
    ...(detail && { detail }),
    ...(documentation && { documentation }),
    ...(commitCharacters.length > 0 && { commitCharacters }),
  };
}

function signatureOf({ label, documentation, parameters }: NativeSignature) {
  const markup = markupOf(documentation);
  return {
    label: textOf(label),
    parameters: takeList(parameters, (parameter) => {
      const described = markupOf(parameter.documentation);
      return { label: parameter.label, ...(described && { documentation: described }) };
    }),
    ...(markup && { documentation: markup }),
  };
}

function symbolOf(symbol: NativeSymbol): lsp.DocumentSymbol {
  const { kind, range, selectionRange } = symbol;
  const children = takeList(symbol.children, symbolOf);
  const detail = textOf(symbol.detail);
  return {
    name: textOf(symbol.name),
    kind: kind as lsp.SymbolKind,
    range,
    selectionRange,
    ...(detail && { detail }),
    ...(children.length > 0 && { children }),
  };
}

/** A vector in the binary. The receiver owns its memory. */
interface NativeList<Item> {
  size(): number;
  get(index: number): Item | undefined;
  delete(): void;
}

/** Converts all items and frees the vector. A missing vector becomes an empty array. */
function takeList<Item, Converted>(
  list: NativeList<Item> | undefined | null,
  convert: (item: Item) => Converted,
): Converted[] {
  if (!list) return [];
  try {
    const count = list.size();
    const converted: Converted[] = [];
    for (let index = 0; index < count; index += 1) {
      const item = list.get(index);
      if (item !== undefined) converted.push(convert(item));
    }
    return converted;
  } finally {
    list.delete();
  }
}

/** The path of a module's source, next to the user's files so that `import` finds it. */
function libraryPath(name: string): string {
  return `/${name}.slang`;
}

export function libraryDocuments(libraries: readonly LibraryModule[]): TextDocument[] {
  return libraries.map(({ name, source }) =>
    createTextDocument(`file://${libraryPath(name)}`, 0, source),
  );
}

const WARM_UP_PATH = '/warm-up.slang';
const WARM_UP_SOURCE = 'import playground;\n\nvoid warmUp()\n{\n    s\n}\n';
const AFTER_S = { line: 4, character: 5 };
const WARM_UPS = 3;

/**
 * Completes a word in a temporary document. The binary's first completions take several times as
 * long as later ones, so this runs them before the user waits for one.
 */
export function warmUp(native: NativeServer): void {
  native.open(WARM_UP_PATH, WARM_UP_SOURCE);
  for (let time = 0; time < WARM_UPS; time += 1) {
    // A new text each time, because the binary caches its answer.
    native.replace(WARM_UP_PATH, `${WARM_UP_SOURCE}// ${time}\n`);
    native.completion(WARM_UP_PATH, AFTER_S, undefined);
  }
  native.close(WARM_UP_PATH);
}
