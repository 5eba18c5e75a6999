import type { Instruction, SpirvModule } from './binary.ts';
import type { Entry, Grammar } from './grammar.ts';
import type { NumberType } from './numbers.ts';
import { decodeUtf8, findString } from './strings.ts';

/** Words from an instruction's first to the id of its result; 0 if it has none. */
export function resultOffset(signature: string): 0 | 1 | 2 {
  return signature.startsWith('tr') ? 2 : signature.startsWith('r') ? 1 : 0;
}

const NO_INSTRUCTIONS: ReadonlyMap<number, Entry> = new Map();

/** What the operands of one instruction need to know of the instructions before it. */
export class ModuleFacts {
  readonly #numberTypes = new Map<number, NumberType>();
  readonly #typeOf = new Map<number, number>();
  readonly #sets = new Map<number, ReadonlyMap<number, Entry>>();

  constructor(module: SpirvModule, grammar: Grammar) {
    for (const instruction of module.instructions) this.#note(module, grammar, instruction);
  }

  /** The number type that an id declares or, if it is a value, has. */
  numberType(id: number): NumberType | undefined {
    return this.#numberTypes.get(id) ?? this.#numberTypes.get(this.#typeOf.get(id) ?? 0);
  }

  /** The extended instructions that an id imports. */
  extendedSet(id: number): ReadonlyMap<number, Entry> {
    return this.#sets.get(id) ?? NO_INSTRUCTIONS;
  }

  #note(module: SpirvModule, grammar: Grammar, { opcode, start, end }: Instruction): void {
    const entry = grammar.instructions.get(opcode);
    if (entry === undefined) return;
    const [first = 0, second = 0, third = 0] = module.words.subarray(
      start + 1,
      Math.min(end, start + 4),
    );
    if (entry.name === 'TypeInt') {
      this.#numberTypes.set(first, { tag: third === 0 ? 'unsigned' : 'signed', width: second });
    } else if (entry.name === 'TypeFloat') {
      const encoding = end - start > 3 ? grammar.enumerant('FPEncoding', third) : undefined;
      this.#numberTypes.set(first, { tag: 'float', width: second, ...(encoding && { encoding }) });
    } else if (entry.name === 'ExtInstImport') {
      const set = findString(module, start + 2, end);
      const known = set && grammar.extendedSet(decodeUtf8(set.bytes));
      if (known !== undefined) this.#sets.set(first, known);
    } else if (resultOffset(entry.signature) === 2) {
      this.#typeOf.set(second, first);
    }
  }
}
