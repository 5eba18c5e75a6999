import { afterClosing, type Token } from '#core/source/tokens.ts';
import { enclosingType, type TypeHead, typeHeads } from '#core/source/typeHeads.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import {
  type BuiltInMeaning,
  type Meaning,
  type Meanings,
  NoAnswer,
  type SymbolMeaning,
} from './meaning.ts';
import {
  keyOf,
  type NamePlace,
  type NameStart,
  type ProjectText,
  tokenIndexAt,
  tokensOf,
  wordStarts,
} from './projectText.ts';

export interface References {
  readonly name: string;
  /** Grouped by file, in text order. */
  readonly places: readonly NamePlace[];
  /**
   * The declarations among the places. There are several if one implements another, or if a
   * function has a prototype.
   */
  readonly declarations: readonly NamePlace[];
  /** Occurrences of the name that may or may not refer to the symbol. */
  readonly unconfirmed: readonly NamePlace[];
  /** Number of occurrences of the name that certainly refer to other symbols. */
  readonly others: number;
}

export interface Refusal {
  readonly reason: string;
  /** Advice for a rename; null if `reason` says enough. */
  readonly forRename: string | null;
}

function refuse(reason: string, forRename: string | null = null) {
  return fail<Refusal>({ reason, forRename });
}

/** Requests sent at once; few enough that completion need not wait long. */
const AT_ONCE = 24;

export interface Search {
  readonly signal: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Finds all references to a symbol in the project, or returns why that is impossible. */
export async function findReferences(
  meanings: Meanings,
  at: NamePlace,
  search: Search,
): Promise<Result<References, Refusal>> {
  const name = at.file.doc.sliceString(at.from, at.to);
  if (isModuleName(at)) {
    return refuse(
      `“${name}” is a module.`,
      'A module has the name of its file: rename the file instead.',
    );
  }
  const candidates = candidatesOf(name, meanings.files);
  if (candidates.macro) return refuse(`“${name}” is a macro.`, 'Rename it by hand.');
  try {
    const target = await symbolAt(meanings, at, name, candidates, search);
    if (!target.ok) return target;
    return await placesOf(meanings, name, target.value, candidates, search);
  } catch (thrown) {
    if (thrown instanceof NoAnswer) {
      return refuse('Code assistance stopped while the places were checked. Try again.');
    }
    throw thrown;
  }
}

async function symbolAt(
  meanings: Meanings,
  at: NamePlace,
  name: string,
  { words, quoted }: Candidates,
  search: Search,
): Promise<Result<SymbolMeaning, Refusal>> {
  if (quoted.some((place) => keyOf(place) === keyOf(at))) {
    const globals = (await meaningsOf(meanings, words, search)).filter(isGlobal);
    const [global] = globals;
    return global ? ok(global) : refuse(`No resource of this program has the name “${name}”.`);
  }
  if (!words.some((place) => keyOf(place) === keyOf(at))) {
    return refuse('Put the cursor on a name in the code first.');
  }
  const meaning = await meanings.of(at);
  return meaning.kind === 'symbol' ? ok(meaning) : refuseMeaning(name, meaning);
}

function refuseMeaning(name: string, meaning: Exclude<Meaning, SymbolMeaning>) {
  switch (meaning.kind) {
    case 'built-in':
      return refuse(
        meaning.uri.startsWith('slang-synth:')
          ? `“${name}” belongs to Slang’s core library.`
          : `“${name}” belongs to the built-in module “${moduleOf(meaning.uri)}”.`,
        NAME_STAYS,
      );
    case 'attribute':
      return refuse(`“${name}” is an attribute.`, 'Rename its declaration and its uses by hand.');
    case 'swizzle':
      return refuse(`“${name}” selects components of a built-in type.`, NAME_STAYS);
    case 'unknown':
      return refuse(
        `The compiler does not know what “${name}” means here. If the program has errors, fix them first.`,
      );
    default:
      return assertNever(meaning);
  }
}

const NAME_STAYS = 'Its name cannot be changed.';

function moduleOf(uri: string): string {
  return decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1)).replace(/\.slang$/, '');
}

async function placesOf(
  meanings: Meanings,
  name: string,
  target: SymbolMeaning,
  { words, quoted, directives }: Candidates,
  search: Search,
): Promise<Result<References, Refusal>> {
  if (target.file.doc.sliceString(target.from, target.from + name.length) !== name) {
    return refuse(`“${name}” is declared by the language itself.`, NAME_STAYS);
  }
  const found = await meaningsOf(meanings, words, search);
  const isDeclaration = (place: NamePlace, meaning: Meaning | undefined) =>
    meaning?.kind === 'symbol' && keyOf(meaning) === keyOf(place);
  const declared = words.filter((place, index) => isDeclaration(place, found[index]));
  const family = await symbolsRenamedTogether(meanings, target, declared);
  if (!family.ok) return refuse(family.error, NAME_STAYS);
  const keys = new Set(family.value.map(keyOf));
  const places: NamePlace[] = [];
  const unconfirmed: NamePlace[] = [...directives];
  words.forEach((place, index) => {
    const meaning = found[index] ?? { kind: 'unknown' };
    if (meaning.kind === 'symbol' && keys.has(keyOf(meaning))) places.push(place);
    // The server finds no definition for some declarations, but their uses resolve to them.
    else if (keys.has(keyOf(place))) places.push(place);
    else if (meaning.kind === 'unknown' && !isModuleName(place)) unconfirmed.push(place);
  });
  if (isGlobal(target)) places.push(...quoted);
  unconfirmed.push(...(await attributeUses(meanings, name, target, search)));
  const declarations = places.filter((place) => keys.has(keyOf(place)));
  const others =
    words.length + quoted.length + directives.length - places.length - unconfirmed.length;
  return ok({
    name,
    places: inOrder(places),
    declarations,
    unconfirmed: inOrder(unconfirmed),
    others: Math.max(others, 0),
  });
}

/** `[Fancy(1)]` is a use of `struct FancyAttribute`. */
async function attributeUses(
  meanings: Meanings,
  name: string,
  target: SymbolMeaning,
  search: Search,
): Promise<NamePlace[]> {
  const short = /^(\w+)Attribute$/.exec(name)?.[1];
  if (short === undefined) return [];
  const line = target.file.doc.lineAt(target.from).number - 1;
  const { words } = candidatesOf(short, meanings.files);
  const found = await meaningsOf(meanings, words, search);
  return words.filter((_, index) => {
    const meaning = found[index];
    return meaning?.kind === 'attribute' && meaning.file === target.file && meaning.line === line;
  });
}

/** The meanings of all places, requested in batches. */
export async function meaningsOf(
  meanings: Meanings,
  places: readonly NamePlace[],
  { signal, onProgress }: Search,
): Promise<Meaning[]> {
  const found: Meaning[] = [];
  while (found.length < places.length) {
    signal.throwIfAborted();
    const next = places.slice(found.length, found.length + AT_ONCE);
    found.push(...(await Promise.all(next.map((place) => meanings.of(place)))));
    onProgress?.(found.length, places.length);
  }
  signal.throwIfAborted();
  return found;
}

/** Whether the declaration is outside all braces except those of a `cbuffer`. */
function isGlobal(meaning: Meaning): meaning is SymbolMeaning {
  if (meaning.kind !== 'symbol') return false;
  const tokens = tokensOf(meaning.file);
  let depth = 0;
  for (const { text } of tokens.slice(0, tokenIndexAt(tokens, meaning.from))) {
    if (text === '{') depth += 1;
    else if (text === '}') depth -= 1;
  }
  return depth === 0;
}

const MODULE_KEYWORDS: ReadonlySet<string> = new Set([
  'import',
  '__import',
  'module',
  'implementing',
  '__include',
  '__exported',
]);

/** Whether the name is a module name, as in `import noise;` or `import lib.noise;`. */
function isModuleName({ file, from }: NamePlace): boolean {
  const tokens = tokensOf(file);
  let index = tokenIndexAt(tokens, from) - 1;
  while (/^[./]$/.test(tokens[index]?.text ?? '') && tokens[index - 1]?.kind === 'word') index -= 2;
  return MODULE_KEYWORDS.has(tokens[index]?.text ?? '');
}

function inOrder(places: readonly NamePlace[]): NamePlace[] {
  const files: ProjectText[] = [];
  for (const { file } of places) if (!files.includes(file)) files.push(file);
  return places.toSorted(
    (one, other) => files.indexOf(one.file) - files.indexOf(other.file) || one.from - other.from,
  );
}

/**
 * The declarations that must share a name: a function and its prototypes; a member, the interface
 * members that it implements, other types' implementations of these, and so on.
 *
 * @param declared all declarations of the same name
 */
async function symbolsRenamedTogether(
  meanings: Meanings,
  target: SymbolMeaning,
  declared: readonly NamePlace[],
): Promise<Result<readonly NameStart[]>> {
  const type = typeAround(target);
  if (!type) return ok(withPrototypes(target, declared));
  const types = await readTypes(meanings);
  const owners = new Map<string, string>();
  for (const place of [target, ...declared]) {
    const owner = types.ownerOf(place);
    if (owner !== undefined) owners.set(keyOf(place), owner);
  }
  const family = new Set([owners.get(keyOf(target)) ?? '']);
  const declaring = new Set(owners.values());
  const links = types.links(declaring);
  for (const owner of family) for (const other of links.get(owner) ?? []) family.add(other);
  const name = target.file.doc.sliceString(target.from, target.from + wordLength(target));
  for (const base of types.builtInBases(family)) {
    if (await meanings.requires(base.meaning, name)) {
      return fail(`“${name}” implements a member of the built-in interface “${base.name}”.`);
    }
  }
  if (family.size === 1) return ok(withPrototypes(target, declared));
  return ok([target, ...declared.filter((place) => family.has(owners.get(keyOf(place)) ?? '-'))]);
}

function wordLength({ file, from }: NameStart): number {
  const tokens = tokensOf(file);
  return tokens[tokenIndexAt(tokens, from)]?.text.length ?? 0;
}

/** The type whose member is declared here; undefined for declarations local to a method. */
function typeAround({ file, from }: NameStart): TypeHead | undefined {
  const tokens = tokensOf(file);
  const index = tokenIndexAt(tokens, from);
  const type = enclosingType(tokens, index);
  if (!type || type.kind === 'enum') return undefined;
  for (let at = type.open + 1; at < index; at += 1) {
    const text = tokens[at]?.text;
    if (text !== '{' && text !== '(') continue;
    const end = afterClosing(tokens, at);
    if (end > index) return undefined;
    at = end - 1;
  }
  return type;
}

interface BuiltInBase {
  readonly name: string;
  readonly meaning: BuiltInMeaning;
}

async function readTypes(meanings: Meanings) {
  const headers = meanings.files.flatMap((file) =>
    typeHeads(tokensOf(file)).map((header) => ({ file, header })),
  );
  const keys = new Map<TypeHead, string>();
  const bases = new Map<string, Set<string>>();
  const builtIn = new Map<string, BuiltInBase[]>();
  await Promise.all(
    headers.map(async ({ file, header }) => {
      const place = { file, from: header.name.from };
      const own = header.kind === 'extension' ? symbolKey(await meanings.of(place)) : keyOf(place);
      if (own === undefined) return;
      keys.set(header, own);
      for (const base of header.kind === 'enum' ? [] : header.bases) {
        const meaning = await meanings.of({ file, from: base.from });
        const key = symbolKey(meaning);
        if (key !== undefined) add(bases, own, key);
        else if (meaning.kind === 'built-in') {
          builtIn.set(own, [...(builtIn.get(own) ?? []), { name: base.text, meaning }]);
        }
      }
    }),
  );
  const ancestors = (of: string): Set<string> => {
    const found = new Set(bases.get(of));
    for (const each of found) for (const base of bases.get(each) ?? []) found.add(base);
    return found;
  };
  return {
    /** The key of the type that has the member; undefined if the place is not a member. */
    ownerOf(place: NameStart): string | undefined {
      const type = typeAround(place);
      return type && keys.get(type);
    },
    /**
     * For each of these types, the others of them that it inherits from or that inherit from it.
     */
    links(among: ReadonlySet<string>): ReadonlyMap<string, ReadonlySet<string>> {
      const links = new Map<string, Set<string>>();
      for (const type of new Set([...keys.values()])) {
        // A type without its own declaration may inherit the member that implements an interface.
        const related = [type, ...ancestors(type)].filter((each) => among.has(each));
        for (const one of related) for (const other of related) add(links, one, other);
      }
      return links;
    },
    builtInBases: (types: ReadonlySet<string>): readonly BuiltInBase[] =>
      [...types].flatMap((type) =>
        [type, ...ancestors(type)].flatMap((each) => builtIn.get(each) ?? []),
      ),
  };
}

function symbolKey(meaning: Meaning): string | undefined {
  return meaning.kind === 'symbol' ? keyOf(meaning) : undefined;
}

function add(sets: Map<string, Set<string>>, key: string, value: string): void {
  const set = sets.get(key) ?? new Set();
  sets.set(key, set.add(value));
}

/** The function's declarations with the same parameters in the same file. */
function withPrototypes(
  target: SymbolMeaning,
  declared: readonly NamePlace[],
): readonly NameStart[] {
  const wanted = parametersAt(target.file, target.from);
  if (wanted === null) return [target];
  const same = declared.filter(
    ({ file, from }) =>
      from !== target.from && file === target.file && parametersAt(file, from) === wanted,
  );
  return [target, ...same];
}

/** A key of a function's parameters and enclosing block; null if there are no parameters. */
function parametersAt(file: ProjectText, from: number): string | null {
  const tokens: readonly Token[] = tokensOf(file);
  const open = tokenIndexAt(tokens, from) + 1;
  if (tokens[open]?.text !== '(') return null;
  const list = tokens.slice(open, afterClosing(tokens, open)).map(({ text }) => text);
  return `${enclosingType(tokens, open)?.open ?? ''} ${list.join(' ')}`;
}

/** The occurrences of a name in a project, found from tokens alone. */
interface Candidates {
  readonly words: readonly NamePlace[];
  /** Resource names in attributes, without their quotes: `[playground::CALL::SIZE_OF("image")]`. */
  readonly quoted: readonly NamePlace[];
  /**
   * Occurrences in `#define`, `#if` and other directives, which only the preprocessor understands.
   */
  readonly directives: readonly NamePlace[];
  /** The directive that defines a macro with this name. */
  readonly macro: NamePlace | undefined;
}

export function candidatesOf(name: string, files: readonly ProjectText[]): Candidates {
  const words: NamePlace[] = [];
  const quoted: NamePlace[] = [];
  const directives: NamePlace[] = [];
  for (const file of files) {
    const text = file.doc.toString();
    if (!text.includes(name)) continue;
    const tokens = tokensOf(file);
    tokens.forEach(({ kind, text: word, from, to }, index) => {
      if (kind === 'word' && word === name) words.push({ file, from, to });
      else if (kind === 'string' && word === `"${name}"` && namesResource(tokens, index)) {
        quoted.push({ file, from: from + 1, to: to - 1 });
      }
    });
    directives.push(...inDirectives(name, file, text));
  }
  const macro = directives.find(({ file, from }) => {
    const line = file.doc.lineAt(from);
    return /^\s*#\s*define\s+$/.test(line.text.slice(0, from - line.from));
  });
  return { words, quoted, directives, macro };
}

const RESOURCE_ATTRIBUTE = /\[?playground(?:::|_)CALL(?:(?:::|_)SIZE_OF|_INDIRECT)\($/;

/** Whether the string is the first argument of an attribute that takes a resource name. */
function namesResource(tokens: readonly Token[], index: number): boolean {
  const before = tokens.slice(Math.max(index - 7, 0), index).map(({ text }) => text);
  return RESOURCE_ATTRIBUTE.test(before.join(''));
}

const DIRECTIVE = /^[ \t]*#(?:[^\n\\]|\\\n|\\)*/gm;

function inDirectives(name: string, file: ProjectText, text: string): NamePlace[] {
  return [...text.matchAll(DIRECTIVE)].flatMap(({ 0: directive, index }) => {
    // A comment after a directive and the name of an included file are not code.
    const code = directive.replace(/\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|"[^"\n]*"/g, (part) =>
      ' '.repeat(part.length),
    );
    return wordStarts(code, name).map((start) => {
      const from = index + start;
      return { file, from, to: from + name.length };
    });
  });
}
