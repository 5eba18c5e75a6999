import type * as lsp from 'vscode-languageserver-protocol';
import type {
  CompletionItem,
  CompletionItemKind,
  CompletionList,
  Hover,
  MarkupContent,
  Position,
} from 'vscode-languageserver-protocol';
import { MAIN_FILE } from '#core/project/project.ts';
import { once } from '#core/util/once.ts';
import { ownValue } from '#core/util/ownValue.ts';
import type { LibraryModule } from '#engine/compiler/protocol.ts';
import type { LanguageRequest, LanguageRequests } from '#engine/language/protocol.ts';
import { lineText, type TextDocument } from '#engine/language/textDocument.ts';
import {
  absoluteLocation,
  atDeclaredName,
  CORE_LIBRARY_URI,
  definitionInHover,
} from './definition.ts';
import type { Documents, ReadyDocument } from './documents.ts';
import { libraryDocuments, type NativeServer } from './nativeServer.ts';

const TOKEN_TYPES = [
  'type',
  'enumMember',
  'variable',
  'parameter',
  'function',
  'property',
  'namespace',
  'keyword',
  'macro',
  'string',
] as const;

/** A token is five numbers: line and character deltas, length, type and modifiers. */
const NUMBERS = 5;

const NAME = /^[\w\u0080-\uffff]+/;
const NOT_ASCII = /[\u0080-\uffff]/;

/**
 * The binary's tokens with lengths in UTF-16 units. The binary gives positions in these units, but
 * lengths in bytes.
 */
function tokensIn(document: TextDocument, native: readonly number[]): number[] {
  const tokens = [...native];
  if (!NOT_ASCII.test(document.text)) return tokens;
  let line = 0;
  let character = 0;
  for (let index = 0; index + NUMBERS <= tokens.length; index += NUMBERS) {
    const [lines = 0, characters = 0, length = 0] = tokens.slice(index, index + 3);
    character = lines === 0 ? character + characters : characters;
    line += lines;
    const text = lineText(document, line).slice(character);
    if (!NOT_ASCII.test(text.slice(0, length))) continue;
    tokens[index + 2] = Math.min(NAME.exec(text)?.[0].length ?? length, length);
  }
  return tokens;
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

/**
 * The handlers of all requests except `shutdown`. For a document that is not open, they return
 * empty results.
 */
export function createHandlers(context: HandlerContext): Omit<RequestHandlers, 'shutdown'> {
  const { native, documents } = context;
  const modules = libraryDocuments(context.libraries);
  const coreDocumentation = once(async () => {
    try {
      return readCoreDocumentation(await context.loadCoreLibrary());
    } catch {
      // Everything else works without it, and the next start tries again.
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

const DEFINED_IN_CORE = /\nDefined in core\((\d+)\)\s*$/;
const DECLARATION = /^```[\s\S]*?\n```\n/;

/** A hover in safe Markdown, with the documentation of the core library's names. */
async function documentedHover(
  hover: Hover,
  coreDocumentation: () => Promise<CoreDocumentation | undefined>,
): Promise<Hover> {
  const contents = hover.contents as MarkupContent;
  const line = Number(DEFINED_IN_CORE.exec(contents.value)?.[1]);
  const text = line > 0 ? (await coreDocumentation())?.at(line) : undefined;
  const value = text
    ? contents.value.replace(DECLARATION, (declaration) => `${declaration}\n${text}\n`)
    : contents.value;
  return { ...hover, contents: safeMarkup({ ...contents, value }) };
}

interface CompletionContext extends Omit<HandlerContext, 'loadCoreLibrary'> {
  coreDocumentation(): Promise<CoreDocumentation | undefined>;
}

/** The binary's newest completion. The binary can resolve only its items. */
interface Newest {
  readonly number: number;
  readonly document: TextDocument | null;
}

function createCompletionHandlers(
  context: CompletionContext,
): Pick<RequestHandlers, 'textDocument/completion' | 'completionItem/resolve'> {
  const { native, documents, libraries } = context;
  const playground = createPlaygroundCompletion(libraries);
  let newest: Newest = { number: 0, document: null };
  return {
    'textDocument/completion'({ textDocument, position, context: asked }) {
      const open = documents.ready(textDocument.uri);
      if (!open) return null;
      newest = { number: newest.number + 1, document: open.document };
      const found = native.completion(open.path, position, asked);
      if (!found || found.length === 0) {
        return playground.alone(open.document, position, documents.all()) ?? null;
      }
      const items = playground
        .amend(found)
        .map((item) => (item.data ? { ...item, data: `${newest.number}:${item.data}` } : item));
      return { isIncomplete: false, items };
    },
    async 'completionItem/resolve'(item) {
      const [number, data] = String(item.data ?? '').split(':');
      if (data === undefined || number !== String(newest.number)) return item;
      const resolved = { ...native.resolve({ ...item, data }), data: item.data };
      if (resolved.documentation) return withSafeMarkup(resolved);
      const text = await coreText(context, newest, resolved);
      return text
        ? withSafeMarkup({ ...resolved, documentation: { kind: 'markdown', value: text } })
        : resolved;
    },
  };
}

/** The core library's documentation of an item, unless the document declares the same name. */
async function coreText(
  { coreDocumentation }: CompletionContext,
  { document }: Newest,
  { label, detail }: CompletionItem,
): Promise<string | undefined> {
  // Only declarations have a detail; keywords have none.
  if (!detail || declares(document?.text ?? '', label)) return undefined;
  return (await coreDocumentation())?.named(label);
}

/**
 * Guesses from the text. The binary would have to check the whole text first, while the user types.
 */
function declares(text: string, name: string): boolean {
  // A longer regular expression may exceed the browser's limit.
  if (!/^\w{1,1000}$/.test(name)) return false;
  const type = `\\b(?:struct|interface|enum|class|typealias)\\s+${name}\\b`;
  const other = `^(?:(?!\\b(?:return|else|case)\\b)[^=()\\n])*[\\w>\\]]\\s+${name}\\s*[<(=;:]`;
  return new RegExp(`${type}|${other}`, 'm').test(text);
}

/** Code in fences or backticks, which Markdown leaves literal. */
const CODE = /(```[\s\S]*?(?:```|$)|`[^`\n]*`)/;

/**
 * Converts the binary's text to Markdown that any client can render. Text from comments never
 * becomes HTML, and code blocks state their language.
 */
function safeMarkup({ kind, value }: MarkupContent): MarkupContent {
  const parts = value.split(CODE).map((part, index) => {
    const isCode = index % 2 === 1;
    if (!isCode) return reflow(part).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    return part.replace(/^```\n/, '```slang\n');
  });
  return { kind, value: parts.join('') };
}

/** Removes the binary's line breaks inside sentences, which come from the comment's lines. */
function reflow(prose: string): string {
  return prose.replace(/ {2}\n(?=[a-z])/g, '\n');
}

function withSafeMarkup<Item extends { documentation?: string | MarkupContent }>(item: Item): Item {
  const { documentation } = item;
  return typeof documentation === 'object'
    ? { ...item, documentation: safeMarkup(documentation) }
    : item;
}

/** The core library's documentation comments as Markdown. The binary does not provide them. */
type CoreDocumentation = ReturnType<typeof readCoreDocumentation>;

interface Described {
  /** One-based. */
  readonly line: number;
  readonly comment: readonly string[];
}

/**
 * Lines between a comment and its declaration: attributes, modifiers with arguments, other
 * comments.
 */
const IN_BETWEEN = /^(?:\/\/|#|__\w+\s*(?:<.*>|\(.*\))?$|\[[^\n]*\]$)/;

const TYPE_NAME = /^(?:\w+\s+)*?(?:struct|interface|enum|typealias|typedef|property)\s+(\w+)/;
const FUNCTION_NAME = /\b(\w+)\s*(?:<[^()]{0,200}>\s*)?\(/;

export function readCoreDocumentation(source: string) {
  const lines = source.split('\n');
  const described = new Map<string, Described[]>();
  let comment: string[] = [];
  lines.forEach((text, index) => {
    const line = text.trim();
    if (line.startsWith('///')) {
      comment.push(line.slice(3));
      return;
    }
    if (comment.length === 0 || IN_BETWEEN.test(line)) return;
    const name = declaredName(line);
    if (name) described.set(name, [...(described.get(name) ?? []), { line: index + 1, comment }]);
    comment = [];
  });
  return {
    /**
     * The comment on the declaration in a one-based line. Overloads without a comment share that of
     * the overload before them.
     */
    at(line: number): string | undefined {
      const name = declaredName(lines[line - 1]?.trim() ?? '');
      const found = described.get(name ?? '')?.findLast((each) => each.line <= line);
      return found && toMarkdown(found.comment);
    },
    /** The comment on the first commented declaration with that name. */
    named(name: string): string | undefined {
      const found = described.get(name)?.[0];
      return found && toMarkdown(found.comment);
    },
  };
}

function declaredName(line: string): string | undefined {
  return (TYPE_NAME.exec(line) ?? FUNCTION_NAME.exec(line))?.[1];
}

const TAG = /^\s*@(\w+)(?:\[\w+\])?\s*(.*)$/;
const PARAMETER = /^(\w+)\s*(.*)$/;

function toMarkdown(comment: readonly string[]): string {
  const text: string[] = [];
  const parameters: string[] = [];
  let into = text;
  for (const line of comment) {
    const [, tag, rest = ''] = TAG.exec(line) ?? [];
    if (tag === undefined) {
      into.push(line.trim());
    } else if (tag === 'param') {
      const [, name = '', meaning = ''] = PARAMETER.exec(rest) ?? [];
      into = parameters;
      parameters.push('', `\`${name}\` ${meaning}`);
    } else {
      into = ownValue(HEADINGS, tag) === undefined ? [] : text;
      into.push('', `${ownValue(HEADINGS, tag) ?? ''}${rest}`);
    }
  }
  const list = parameters.length > 0 ? ['', '**Parameters**', ...parameters] : [];
  return [...text, ...list].join('\n').trim();
}

/** The tags to show. Others are for the authors of Slang's reference. */
const HEADINGS: Readonly<Record<string, string>> = {
  return: '**Returns** ',
  returns: '**Returns** ',
  remark: '',
  remarks: '',
  deprecated: '**Deprecated.** ',
  experimental: '**Experimental.** ',
};

const MODULE_KIND: CompletionItemKind = 9;
const KEYWORD_KIND: CompletionItemKind = 14;

const AFTER_IMPORT = /^\s*(?:__exported\s+)?import\s+([\w.]*)$/;

/** The path of a file that an import can name without quotes. */
const NAMED_MODULE = /^\/((?:[A-Za-z_][\w-]*\/)*[A-Za-z_][\w-]*)\.slang$/;

/** No module can import the main file, because the main file imports the modules. */
const MAIN_PATH = `/${MAIN_FILE}`;

/**
 * Matches after the `[` or `, ` of an attribute list, with the part of `playground::` typed so far.
 */
const ATTRIBUTE_PATH = /[[,]\s*(playground::[\w:]*)$/;

/** The binary's own names for the playground's attributes. */
const NATIVE_ATTRIBUTE = /^playground_/;

/** An attribute's declaration in the playground's module: its comment, name and fields. */
const ATTRIBUTE_STRUCT =
  /^((?:\/\/\/.*\n){0,50})\[__AttributeUsage[^\n]*\n\s*public struct playground_(\w+)Attribute\s*\{([^{}]*)\}/gm;

function createPlaygroundCompletion(libraries: readonly LibraryModule[]) {
  const modules = libraries.map(({ name, source }) => ({
    label: name,
    kind: MODULE_KIND,
    detail: `module ${name}`,
    ...documented(/^(?:\/\/.*\n)+/.exec(source)?.[0] ?? ''),
  }));
  const attributes = libraries.flatMap(({ source }) =>
    [...source.matchAll(ATTRIBUTE_STRUCT)].map(attributeItem),
  );
  return {
    /** The completions at a place for which the binary has none. */
    alone(
      document: TextDocument,
      position: Position,
      all: readonly ReadyDocument[],
    ): CompletionList | undefined {
      const before = lineText(document, position.line).slice(0, position.character);
      const written = AFTER_IMPORT.exec(before)?.[1];
      if (written !== undefined) {
        const others = all.filter((each) => each.document !== document);
        const items = [...others.flatMap(projectModule), ...modules];
        return { isIncomplete: false, items: inPlaceOf(written, position, items) };
      }
      const path = ATTRIBUTE_PATH.exec(before)?.[1];
      if (path === undefined) return undefined;
      return { isIncomplete: false, items: inPlaceOf(path, position, attributes) };
    },
    /** The binary's list with the attribute names as written in source. */
    amend(items: CompletionItem[]): CompletionItem[] {
      const others = items.filter(({ label }) => !NATIVE_ATTRIBUTE.test(label));
      return others.length < items.length ? [...attributes, ...others] : items;
    },
  };
}

function inPlaceOf(
  written: string,
  position: Position,
  items: readonly CompletionItem[],
): CompletionItem[] {
  const start = { line: position.line, character: position.character - written.length };
  const range = { start, end: position };
  return items.map((item) => ({ ...item, textEdit: { range, newText: item.label } }));
}

function projectModule({ document, path }: ReadyDocument): CompletionItem[] {
  const name = NAMED_MODULE.exec(path)?.[1];
  // Only the module itself includes its parts.
  const isPart = /^[ \t]*implementing\b/m.test(document.text);
  if (name === undefined || path === MAIN_PATH || isPart) return [];
  const label = name.replaceAll('/', '.').replaceAll('-', '_');
  const comment = /^(?:\/\/.*\n)+/.exec(document.text)?.[0] ?? '';
  return [{ label, kind: MODULE_KIND, detail: path, ...documented(comment) }];
}

function attributeItem([, comment = '', name = '', body = '']: RegExpMatchArray): CompletionItem {
  const label = `playground::${name.replace(/^CALL_/, 'CALL::')}`;
  const fields = [...body.matchAll(/\b(\w+\s+\w+);/g)].map(([, field = '']) => field);
  return {
    label,
    kind: KEYWORD_KIND,
    detail: fields.length > 0 ? `${label}(${fields.join(', ')})` : label,
    ...documented(comment),
  };
}

function documented(comment: string): Pick<CompletionItem, 'documentation'> {
  const value = comment.replace(/^\/\/\/? ?/gm, '').trim();
  return value === '' ? {} : { documentation: { kind: 'markdown', value } };
}

export type RequestHandlers = {
  readonly [Method in LanguageRequest]: (
    params: LanguageRequests[Method]['params'],
  ) => LanguageRequests[Method]['result'] | Promise<LanguageRequests[Method]['result']>;
};

interface HandlerContext {
  readonly native: NativeServer;
  readonly documents: Documents;
  readonly libraries: readonly LibraryModule[];
  loadCoreLibrary(): Promise<string>;
}
