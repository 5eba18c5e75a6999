import { afterClosing, type Token } from '#core/source/tokens.ts';
import { enclosingType, type TypeHead, typeHeads } from '#core/source/typeHeads.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { BuiltInMeaning, Meaning, Meanings, SymbolMeaning } from './meaning.ts';
import {
  keyOf,
  type NamePlace,
  type NameStart,
  type ProjectText,
  tokenIndexAt,
  tokensOf,
} from './projectText.ts';

/**
 * The declarations that must keep one name: a prototype and its function, and a member with the members
 * of interfaces that it implements, of other types that implement these, and so on.
 *
 * @param declared all declarations of the same name
 */
export async function symbolsRenamedTogether(
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

/** The type whose member is declared there; undefined for what is local to a method. */
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

interface Types {
  /** The key of the type that has the member; undefined if the place is no member. */
  ownerOf(place: NameStart): string | undefined;
  /** For each of these types, those of them that it inherits from or that inherit from it. */
  links(among: ReadonlySet<string>): ReadonlyMap<string, ReadonlySet<string>>;
  /** The built-in interfaces that one of these types implements. */
  builtInBases(types: ReadonlySet<string>): readonly BuiltInBase[];
}

interface BuiltInBase {
  readonly name: string;
  readonly meaning: BuiltInMeaning;
}

async function readTypes(meanings: Meanings): Promise<Types> {
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
    ownerOf(place) {
      const type = typeAround(place);
      return type && keys.get(type);
    },
    links(among) {
      const links = new Map<string, Set<string>>();
      for (const type of new Set([...keys.values()])) {
        // A type that declares nothing itself may inherit the member for an interface.
        const related = [type, ...ancestors(type)].filter((each) => among.has(each));
        for (const one of related) for (const other of related) add(links, one, other);
      }
      return links;
    },
    builtInBases: (types) =>
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

/** The declarations of a function with the same parameters in the same file. */
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

/** The text of a function's parameters, and the start of the block around it; null if there are none. */
function parametersAt(file: ProjectText, from: number): string | null {
  const tokens: readonly Token[] = tokensOf(file);
  const open = tokenIndexAt(tokens, from) + 1;
  if (tokens[open]?.text !== '(') return null;
  const list = tokens.slice(open, afterClosing(tokens, open)).map(({ text }) => text);
  return `${enclosingType(tokens, open)?.open ?? ''} ${list.join(' ')}`;
}
