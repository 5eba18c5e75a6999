import type { Hover, Location, MarkupContent, Position } from 'vscode-languageserver-protocol';
import { afterClosing, readTokens, type Token } from '#core/source/tokens.ts';
import { enclosingType } from '#core/source/typeHeads.ts';
import { assertNever } from '#core/util/assertNever.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { offsetIn } from '#ui/editor/assistance/protocolPlaces.ts';
import {
  keyOf,
  type NameStart,
  type ProjectText,
  positionAt,
  tokenIndexAt,
  tokensOf,
} from './projectText.ts';

export type Meaning =
  /** A symbol declared at this place. A declaration refers to itself. */
  | { readonly kind: 'symbol'; readonly file: ProjectText; readonly from: number }
  /** An attribute declared in this line; the server reports no exact position for attributes. */
  | { readonly kind: 'attribute'; readonly file: ProjectText; readonly line: number }
  /** A declaration of the core library or of a built-in module. */
  | { readonly kind: 'built-in'; readonly uri: string; readonly position: Position }
  /** A part of a built-in type that no source declares, such as `xyz`. */
  | { readonly kind: 'swizzle' }
  | { readonly kind: 'unknown' };

export type SymbolMeaning = Extract<Meaning, { kind: 'symbol' }>;
export type BuiltInMeaning = Extract<Meaning, { kind: 'built-in' }>;

/** The end of the server's description of a declaration. Lines count from 1; 0 means unknown. */
const DEFINED_IN = /\nDefined in (.*)\((\d+)\)\s*$/;

/** The server percent-encodes more characters of a URI than other tools do. */
const plain = (uri: string) => decodeURIComponent(uri);

const UNKNOWN: Meaning = { kind: 'unknown' };

/** The server stopped during a request. */
export class NoAnswer extends Error {}

/** Finds out what the project's names refer to, and caches each answer. */
export interface Meanings {
  readonly files: readonly ProjectText[];
  of(place: NameStart): Promise<Meaning>;
  /** Whether the built-in interface declares a member with this name. */
  requires(built: BuiltInMeaning, member: string): Promise<boolean>;
  dispose: Dispose;
}

/** @throws NoAnswer from `of`, if the server stops */
export function createMeanings(files: readonly ProjectText[], server: Definitions): Meanings {
  const known = new Map<string, Promise<Meaning>>();
  const byUri = new Map(files.map((file) => [plain(file.uri), file]));
  const meanings: Meanings = {
    files,
    dispose: () => copies.close(),
    requires: async ({ uri, position }, member) =>
      blockAfter(await server.text(uri), position.line)?.includes(member) ?? true,
    of(place) {
      const key = keyOf(place);
      const meaning = known.get(key) ?? find(place);
      known.set(key, meaning);
      return meaning;
    },
  };
  const find = async ({ file, from }: NameStart): Promise<Meaning> => {
    const position = positionAt(file, from);
    const found = await server.definition(file.uri, position);
    if (!found) throw new NoAnswer('The language server did not answer.');
    const [location] = found;
    if (found.length > 1) return UNKNOWN;
    if (location) return meaningOf(location, { file, from });
    return (
      (await withoutDefinition(await server.hover(file.uri, position), { file, from })) ?? UNKNOWN
    );
  };
  const meaningOf = async (
    { uri, range: { start, end } }: Location,
    { file, from }: NameStart,
  ): Promise<Meaning> => {
    const target = byUri.get(plain(uri));
    if (!target) return { kind: 'built-in', uri, position: start };
    const isPoint = start.line === end.line && start.character === end.character;
    if (isPoint) {
      const isHere = target === file && start.line === positionAt(file, from).line;
      return isHere
        ? { kind: 'symbol', file, from }
        : { kind: 'attribute', file: target, line: start.line };
    }
    const place = { file: target, from: offsetIn(target.doc, start) };
    return typeOfConstructor(place, meanings.of) ?? { kind: 'symbol', ...place };
  };
  const withoutDefinition = async (hover: Hover | null, place: NameStart): Promise<Meaning> => {
    const described = describedIn(hover, place);
    switch (described) {
      case 'nowhere':
        return inConstructor(place);
      case 'here':
        return { kind: 'symbol', ...place };
      case 'no text':
        return { kind: 'swizzle' };
      case 'elsewhere':
        return UNKNOWN;
      default:
        return assertNever(described);
    }
  };
  const copies = constructorCopies(server);
  const inConstructor = async ({ file, from }: NameStart): Promise<Meaning> => {
    const answers = await copies.ask(file, from);
    const [location] = answers ?? [];
    if (!location || answers?.length !== 1) return UNKNOWN;
    const isCopy = plain(location.uri) === plain(copyUri(file));
    const uri = isCopy ? file.uri : location.uri;
    return meaningOf({ ...location, uri }, { file, from });
  };
  return meanings;
}

/**
 * A constructor call resolves to `__init`, but the name at the call is the type's. Null for other
 * places.
 *
 * @param meaningOf resolves the type of a constructor in an extension
 */
function typeOfConstructor(
  { file, from }: NameStart,
  meaningOf: Meanings['of'],
): Promise<Meaning> | Meaning | null {
  const tokens = tokensOf(file);
  const index = tokenIndexAt(tokens, from);
  if (tokens[index]?.text !== '__init') return null;
  const type = enclosingType(tokens, index);
  if (!type) return UNKNOWN;
  const place = { file, from: type.name.from };
  return type.kind === 'extension' ? meaningOf(place) : { kind: 'symbol', ...place };
}

/** Where the name is declared according to the server's description. */
function describedIn(
  hover: Hover | null,
  { file, from }: NameStart,
): 'here' | 'elsewhere' | 'no text' | 'nowhere' {
  const text = (hover?.contents as MarkupContent | undefined)?.value;
  if (text === undefined) return 'nowhere';
  const [, name, line] = DEFINED_IN.exec(text) ?? [];
  if (name === undefined) return 'no text';
  // The server knows that this is a declaration, but not always its line.
  const isHere =
    line === '0' || (Number(line) - 1 === positionAt(file, from).line && file.path.endsWith(name));
  return isHere ? 'here' : 'elsewhere';
}

/** In characters; no block in the core library is longer. */
const LONGEST_BLOCK = 20_000;

/** The words of the block that begins in or after a line; null without a text. */
function blockAfter(text: string | null, line: number): string[] | null {
  if (text === null) return null;
  let start = 0;
  for (let passed = 0; passed < line; passed += 1) start = text.indexOf('\n', start) + 1;
  const tokens = readTokens(text.slice(start, start + LONGEST_BLOCK));
  const open = tokens.findIndex((token) => token.text === '{');
  return open < 0 ? [] : tokens.slice(open, afterClosing(tokens, open)).map((token) => token.text);
}

/** The URI of the copy, in the file's folder so that imports resolve to the same modules. */
function copyUri({ uri }: ProjectText): string {
  return uri.replace(/(\.\w+)?$/, '__with_methods$1');
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/**
 * Queries copies of the files in which methods replace constructors. `__init(` becomes `void q(`,
 * which has the same length, so all offsets stay valid.
 */
function constructorCopies(server: Definitions) {
  const opened = new Set<string>();
  return {
    /** The definitions of a name in the body of a constructor; null elsewhere. */
    async ask(file: ProjectText, offset: number): Promise<readonly Location[] | null> {
      const tokens = tokensOf(file);
      if (!isInConstructor(tokens, tokenIndexAt(tokens, offset))) return null;
      const uri = copyUri(file);
      if (!opened.has(uri)) {
        const text = withMethods(file.doc.toString(), tokens);
        if (text === null) return null;
        opened.add(uri);
        server.open(uri, text);
      }
      return server.definition(uri, positionAt(file, offset));
    },
    close() {
      for (const uri of opened) server.close(uri);
      opened.clear();
    },
  };
}

function isInConstructor(tokens: readonly Token[], index: number): boolean {
  return tokens.some(({ text }, at) => {
    if (text !== '__init' || at > index) return false;
    const behindParameters = tokens.findIndex((token, each) => each > at && token.text === '{');
    return behindParameters >= 0 && index < afterClosing(tokens, behindParameters);
  });
}

/** Null if the file uses every letter as a name. */
function withMethods(text: string, tokens: readonly Token[]): string | null {
  const taken = new Set(tokens.map((token) => token.text));
  const letter = LETTERS.find((each) => !taken.has(each));
  if (letter === undefined) return null;
  let copy = text;
  for (const { from, to, text: name } of tokens) {
    if (name === '__init') copy = `${copy.slice(0, from)}void ${letter}${copy.slice(to)}`;
  }
  return copy;
}

/** The requests to the language server. Each answers null if the server failed or stopped. */
export interface Definitions {
  definition(uri: string, position: Position): Promise<readonly Location[] | null>;
  hover(uri: string, position: Position): Promise<Hover | null>;
  /** The text of the core library or of a built-in module. */
  text(uri: string): Promise<string | null>;
  /** Opens a text on the server next to the project's files; the user never sees it. */
  open(uri: string, text: string): void;
  close(uri: string): void;
}
