import { assertNever } from '#core/util/assertNever.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { type Candidates, candidatesOf } from './candidates.ts';
import { symbolsRenamedTogether } from './families.ts';
import { type Meaning, type Meanings, NoAnswer, type SymbolMeaning } from './meaning.ts';
import { keyOf, type NamePlace, type ProjectText, tokenIndexAt, tokensOf } from './projectText.ts';

/** All places of a symbol. */
export interface References {
  readonly name: string;
  /** By file, in the order of the text. */
  readonly places: readonly NamePlace[];
  /** The declarations among them. Several if one implements another, or a function has a prototype. */
  readonly declarations: readonly NamePlace[];
  /** Places of the same name that may or may not be the symbol's. */
  readonly unconfirmed: readonly NamePlace[];
  /** Places of the same name that are certainly other symbols'. */
  readonly others: number;
}

/** Why there are no references of a name. */
export interface Refusal {
  /** A sentence. */
  readonly reason: string;
  /** What a user who wants to rename should know or do; null if the reason says it. */
  readonly forRename: string | null;
}

function refuse(reason: string, forRename: string | null = null) {
  return fail<Refusal>({ reason, forRename });
}

/** Questions that are sent at once. Few enough that completion need not wait long. */
const AT_ONCE = 24;

export interface Search {
  readonly signal: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Finds the symbol of a name everywhere in the project, or says why that is impossible. */
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

/** The symbol of the name at the cursor. */
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
        `The compiler does not know what “${name}” means here. If the program has errors, mend them first.`,
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
    // The binary finds no definition of some declarations, but their uses lead there.
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

/** `[Fancy(1)]` uses `struct FancyAttribute`. */
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

/** The meanings of all places, a few at a time. */
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

/** Whether no braces except those of `cbuffer` are around the declaration. */
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

/** Whether the name is that of a module: `import noise;`, `import lib.noise;`. */
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
