import {
  decodeBytes,
  findString,
  type Instruction,
  SpirvError,
  type SpirvModule,
} from '#core/output/spirv/binary.ts';
import { ownValue } from '#core/util/ownValue.ts';
import type { ModuleFacts } from './facts.ts';
import type { Grammar } from './grammar.ts';
import { formatLiteral, type NumberType } from './numbers.ts';

/** Names of one-line type declarations. */
const PLAIN_TYPES: Readonly<Record<string, string>> = {
  TypeVoid: 'void',
  TypeBool: 'bool',
  TypeEvent: 'Event',
  TypeDeviceEvent: 'DeviceEvent',
  TypeReserveId: 'ReserveId',
  TypeQueue: 'Queue',
  TypePipeStorage: 'PipeStorage',
  TypeNamedBarrier: 'NamedBarrier',
  ConstantTrue: 'true',
  ConstantFalse: 'false',
};

const INTEGERS: Readonly<Record<number, string>> = {
  8: 'char',
  16: 'short',
  32: 'int',
  64: 'long',
};
const FLOATS: Readonly<Record<number, string>> = { 16: 'half', 32: 'float', 64: 'double' };

/** The built-in variables that `spirv-dis` names otherwise than `gl_` and the enumerant. */
const BUILT_INS: ReadonlyMap<string, string> = new Map([
  ['VertexId', 'gl_VertexID'],
  ['InstanceId', 'gl_InstanceID'],
  ['PrimitiveId', 'gl_PrimitiveID'],
  ['InvocationId', 'gl_InvocationID'],
  ['SampleId', 'gl_SampleID'],
  ['NumWorkgroups', 'gl_NumWorkGroups'],
  ['WorkgroupSize', 'gl_WorkGroupSize'],
  ['WorkgroupId', 'gl_WorkGroupID'],
  ['LocalInvocationId', 'gl_LocalInvocationID'],
  ['GlobalInvocationId', 'gl_GlobalInvocationID'],
  ...['SubgroupEqMask', 'SubgroupGeMask', 'SubgroupGtMask', 'SubgroupLeMask', 'SubgroupLtMask'].map(
    (name) => [name, `${name}KHR`] as const,
  ),
]);

const BASE_INSTANCE = 4425;
const FIRST_KERNEL_BUILT_IN = 30;
const LAST_KERNEL_BUILT_IN = 41;
const LAST_CORE_BUILT_IN = 43;

/** Longest that the names made up of other names may be together, in characters. */
const DERIVED_LIMIT = 1 << 26;

function integerName({ tag, width }: NumberType): string {
  const name = INTEGERS[width];
  if (name === undefined) return `${tag === 'signed' ? 'i' : 'u'}${width}`;
  return tag === 'signed' ? name : `u${name}`;
}

function floatName({ width, encoding }: NumberType): string {
  if (encoding !== undefined) return encoding.replace(/(KHR|EXT)$/, '').toLowerCase();
  return FLOATS[width] ?? `fp${width}`;
}

function sanitize(name: string): string {
  if (/^\w+$/.test(name)) return name;
  return name === '' ? '_' : name.replace(/\W/g, '_');
}

/** The friendly names of `spirv-dis` for the ids of a module, without their `%`. */
export class FriendlyNames {
  readonly #module: SpirvModule;
  readonly #words: Uint32Array;
  readonly #grammar: Grammar;
  readonly #facts: ModuleFacts;
  readonly #names = new Map<number, string>();
  /** Names in use, with the number to try next for another id of that name. */
  readonly #used = new Map<string, number>();
  #derivedLength = 0;

  /** @throws SpirvError if types refer to one another in names that no memory holds. */
  constructor(module: SpirvModule, grammar: Grammar, facts: ModuleFacts) {
    this.#module = module;
    this.#words = module.words;
    this.#grammar = grammar;
    this.#facts = facts;
    for (const instruction of module.instructions) this.#visit(instruction);
  }

  of(id: number): string {
    return this.#names.get(id) ?? String(id);
  }

  #visit(instruction: Instruction): void {
    const entry = this.#grammar.instructions.get(instruction.opcode);
    if (entry === undefined) return;
    const { start, end } = instruction;
    const first = this.#words[start + 1] ?? 0;
    const second = this.#words[start + 2] ?? 0;
    if (entry.resultAt !== 0) {
      const id = entry.resultAt === 1 ? first : second;
      if (!this.#names.has(id))
        this.#save(id, this.#derived(entry.name, instruction) ?? String(id));
    } else if (entry.name === 'Name') {
      this.#save(first, this.#string(start + 2, end));
    } else if (entry.name === 'Decorate' && end === start + 4) {
      if (this.#grammar.enumerant('Decoration', second) !== 'BuiltIn') return;
      const name = this.#builtIn(this.#words[start + 3] ?? 0);
      if (name !== undefined) this.#save(first, name);
    }
  }

  /** The first name given to an id stays; names that are taken get a number. */
  #save(id: number, suggestion: string): void {
    if (this.#names.has(id)) return;
    const wanted = sanitize(suggestion);
    let name = wanted;
    let number = this.#used.get(wanted) ?? 0;
    if (this.#used.has(wanted)) {
      do {
        name = `${wanted}_${number}`;
        number += 1;
      } while (this.#used.has(name));
      this.#used.set(wanted, number);
    }
    this.#used.set(name, 0);
    this.#names.set(id, name);
  }

  #derived(opname: string, { start, end }: Instruction): string | undefined {
    const plain = ownValue(PLAIN_TYPES, opname);
    if (plain !== undefined) return plain;
    const name = this.#composed(opname, start) ?? this.#ofContent(opname, start, end);
    this.#derivedLength += name?.length ?? 0;
    if (this.#derivedLength > DERIVED_LIMIT) throw new SpirvError();
    return name;
  }

  /** Names of types that are made of other ids' names. */
  #composed(opname: string, start: number): string | undefined {
    const id = this.#words[start + 1] ?? 0;
    const second = this.#words[start + 2] ?? 0;
    const third = this.#words[start + 3] ?? 0;
    switch (opname) {
      case 'TypeVector':
        return `v${third}${this.of(second)}`;
      case 'TypeMatrix':
        return `mat${third}${this.of(second)}`;
      case 'TypeArray':
        return `_arr_${this.of(second)}_${this.of(third)}`;
      case 'TypeRuntimeArray':
        return `_runtimearr_${this.of(second)}`;
      case 'TypePointer':
        return `_ptr_${this.#grammar.enumerant('StorageClass', second)}_${this.of(third)}`;
      case 'TypePipe':
        return `Pipe${this.#grammar.enumerant('AccessQualifier', second)}`;
      case 'TypeStruct':
        return `_struct_${id}`;
      default:
        return undefined;
    }
  }

  /** Names of numbers' types, numbers, and opaque types. */
  #ofContent(opname: string, start: number, end: number): string | undefined {
    const id = this.#words[start + 1] ?? 0;
    const type = this.#facts.numberType(id);
    switch (opname) {
      case 'TypeInt':
        return type && integerName(type);
      case 'TypeFloat':
        return type && floatName(type);
      case 'Constant': {
        const words = this.#words.subarray(start + 3, end);
        return type && `${this.of(id)}_${formatLiteral(words, type).replaceAll('-', 'n')}`;
      }
      case 'TypeOpaque':
        return `Opaque_${sanitize(this.#string(start + 2, end))}`;
      default:
        return undefined;
    }
  }

  #string(at: number, end: number): string {
    const place = findString(this.#module, at, end);
    return place === undefined ? '' : decodeBytes(place.bytes);
  }

  #builtIn(value: number): string | undefined {
    const name = this.#grammar.enumerant('BuiltIn', value);
    const irregular = BUILT_INS.get(name);
    if (irregular !== undefined) return irregular;
    if (value > LAST_CORE_BUILT_IN) return value === BASE_INSTANCE ? `gl_${name}` : undefined;
    const isKernel = value >= FIRST_KERNEL_BUILT_IN && value <= LAST_KERNEL_BUILT_IN;
    return isKernel ? name : `gl_${name}`;
  }
}
