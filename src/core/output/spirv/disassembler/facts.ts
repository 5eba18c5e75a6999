import {
  decodeUtf8,
  findString,
  type Instruction,
  type SpirvModule,
} from '#core/output/spirv/binary.ts';
import type { Entry, Grammar } from './grammar.ts';
import type { NumberType } from './numbers.ts';

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
    if (entry === undefined || entry.resultAt === 0) return;
    const first = module.words[start + 1] ?? 0;
    const second = module.words[start + 2] ?? 0;
    if (entry.resultAt === 2) {
      this.#typeOf.set(second, first);
      return;
    }
    const third = start + 3 < end ? module.words[start + 3] : undefined;
    if (entry.name === 'TypeInt') {
      this.#numberTypes.set(first, { tag: third ? 'signed' : 'unsigned', width: second });
    } else if (entry.name === 'TypeFloat') {
      const encoding = third === undefined ? undefined : grammar.enumerant('FPEncoding', third);
      this.#numberTypes.set(first, { tag: 'float', width: second, ...(encoding && { encoding }) });
    } else if (entry.name === 'ExtInstImport') {
      const set = findString(module, start + 2, end);
      const known = set && grammar.extendedSet(decodeUtf8(set.bytes));
      if (known !== undefined) this.#sets.set(first, known);
    }
  }
}
