import { GRAMMAR } from './grammar.generated.ts';
import { SUPPLEMENT } from './supplement.ts';

/*
 * The grammar's text consists of sections: instructions (`= core`, `= set <extended set>`) and
 * enumerations (`= enum <kind>`, `= mask <kind>` for a set of bits). A line of a section is
 *
 *     [number] name [signature]
 *
 * without the number if it is one more than the line's above. (A set whose name ends in a dot
 * stands for all whose names begin so.) A signature is a list of groups parted by blanks; a group is a kind of operands, or a run of letters, one for each plain operand,
 * and may end in `?` (may be absent) or `*` (any number of times). The letters are
 *
 *     t  id of the result's type          n  literal number, one word
 *     r  id of the result                 c  literal number, sized by the type in the context
 *     i  id                               s  literal string
 *     x  number of an extended instruction, and that instruction's operands
 *     o  number of a core instruction, and that instruction's operands
 */

export type PlainOperand = 't' | 'r' | 'i' | 'n' | 'c' | 's' | 'x' | 'o';
export type OperandKind = PlainOperand | Enumeration;

export interface OperandGroup {
  readonly kinds: readonly OperandKind[];
  readonly quantifier: 'once' | 'optional' | 'repeated';
}

/** An instruction or an enumerant: its name, and what follows it. */
export interface Entry {
  readonly name: string;
  readonly signature: string;
  /** Words from an instruction's first to the id of its result; 0 if it has none. */
  readonly resultAt: 0 | 1 | 2;
}

export function entryOf(name: string, signature: string): Entry {
  const resultAt = signature.startsWith('tr') ? 2 : signature.startsWith('r') ? 1 : 0;
  return { name, signature, resultAt };
}

export interface Enumeration {
  readonly isMask: boolean;
  readonly entries: Map<number, Entry>;
}

type Table = Map<number, Entry>;

const PLAIN_OPERANDS: ReadonlySet<string> = new Set('trincsxo');

function isPlain(letter: string): letter is PlainOperand {
  return PLAIN_OPERANDS.has(letter);
}

export class Grammar {
  /** By opcode; names are without their `Op`. */
  readonly instructions: Table = new Map();
  readonly #sets = new Map<string, Table>();
  readonly #enumerations = new Map<string, Enumeration>();
  readonly #signatures = new Map<string, readonly OperandGroup[]>();

  /** Where two texts speak of the same number, the later one is right. */
  constructor(texts: readonly string[]) {
    for (const text of texts) this.#read(text);
  }

  /** The extended instructions of an imported set; undefined if the set is unknown. */
  extendedSet(name: string): ReadonlyMap<number, Entry> | undefined {
    const exact = this.#sets.get(name);
    if (exact !== undefined) return exact;
    const family = [...this.#sets.keys()].find((set) => set.endsWith('.') && name.startsWith(set));
    return family === undefined ? undefined : this.#sets.get(family);
  }

  /** The name of an enumeration's value; the number if it has none. */
  enumerant(enumeration: string, value: number): string {
    return this.#enumerations.get(enumeration)?.entries.get(value)?.name ?? String(value);
  }

  /** The operand groups of a signature. */
  groups(signature: string): readonly OperandGroup[] {
    const known = this.#signatures.get(signature);
    if (known !== undefined) return known;
    const groups = signature === '' ? [] : signature.split(' ').map((word) => this.#group(word));
    this.#signatures.set(signature, groups);
    return groups;
  }

  #group(word: string): OperandGroup {
    const last = word.at(-1);
    const quantifier = last === '?' ? 'optional' : last === '*' ? 'repeated' : 'once';
    const name = quantifier === 'once' ? word : word.slice(0, -1);
    const enumeration = this.#enumerations.get(name);
    if (enumeration !== undefined) return { kinds: [enumeration], quantifier };
    const letters = [...name].filter(isPlain);
    if (letters.length !== name.length) throw new Error(`The grammar has no operand kind ${name}.`);
    return { kinds: letters, quantifier };
  }

  #read(text: string): void {
    let table: Table = this.instructions;
    let number = 0;
    for (const line of text.split('\n')) {
      if (line === '') continue;
      if (line.startsWith('= ')) {
        table = this.#section(line.slice(2));
        number = 0;
        continue;
      }
      const words = line.split(' ');
      const explicit = /^\d+$/.test(words[0] ?? '') ? words.shift() : undefined;
      if (explicit !== undefined) number = Number(explicit);
      const [name = '', ...groups] = words;
      table.set(number, entryOf(name, groups.join(' ')));
      number += 1;
    }
  }

  #section(title: string): Table {
    const [sort, name = ''] = title.split(' ');
    if (sort === 'core') return this.instructions;
    if (sort === 'set') {
      const table: Table = this.#sets.get(name) ?? new Map();
      this.#sets.set(name, table);
      return table;
    }
    const enumeration = this.#enumerations.get(name) ?? {
      isMask: sort === 'mask',
      entries: new Map(),
    };
    this.#enumerations.set(name, enumeration);
    return enumeration.entries;
  }
}

let shared: Grammar | undefined;

/** The grammar of everything known, read at the first call (about 2 ms). */
export function sharedGrammar(): Grammar {
  shared ??= new Grammar([GRAMMAR, SUPPLEMENT]);
  return shared;
}
