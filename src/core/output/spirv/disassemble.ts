import { ownValue } from '#core/util/ownValue.ts';
import {
  decodeBytes,
  decodeUtf8,
  findString,
  type Instruction,
  readModule,
  SpirvError,
  type SpirvModule,
} from './binary.ts';
import {
  type Entry,
  type Enumeration,
  entryOf,
  formatLiteral,
  type Grammar,
  literalWords,
  type NumberType,
  type OperandGroup,
  type OperandKind,
  sharedGrammar,
} from './grammar.ts';

const NO_INSTRUCTIONS: ReadonlyMap<number, Entry> = new Map();

/** What decoding an instruction's operands requires from the rest of the module. */
export class ModuleFacts {
  readonly #numberTypes = new Map<number, NumberType>();
  readonly #typeOf = new Map<number, number>();
  readonly #sets = new Map<number, ReadonlyMap<number, Entry>>();

  constructor(module: SpirvModule, grammar: Grammar) {
    for (const instruction of module.instructions) this.#note(module, grammar, instruction);
  }

  /** The number type that an id declares or, for a value, has. */
  numberType(id: number): NumberType | undefined {
    return this.#numberTypes.get(id) ?? this.#numberTypes.get(this.#typeOf.get(id) ?? 0);
  }

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

function header(module: SpirvModule): string[] {
  return [
    '; SPIR-V',
    `; Version: ${module.major}.${module.minor}`,
    `; Generator: ${generatorName(module.generator)}; ${module.generatorVersion}`,
    `; Bound: ${module.bound}`,
    `; Schema: ${module.schema}`,
  ];
}

/**
 * Disassembles a SPIR-V module in the form of `spirv-dis` (indented, with friendly names).
 * Enumerants that the grammar does not know become numbers; unknown instructions become comments
 * with their raw words.
 *
 * @param file The module's bytes, in either byte order.
 * @throws SpirvError `Error disassembling SPIR-V code`, if the bytes are not a header followed by
 * whole instructions.
 */
export function disassembleSpirv(file: Uint8Array): string {
  const module = readModule(file);
  const grammar = sharedGrammar();
  const facts = new ModuleFacts(module, grammar);
  const names = new FriendlyNames(module, grammar, facts);
  const printer = new InstructionPrinter(module, grammar, facts, names);
  const lines = header(module);
  for (const instruction of module.instructions) lines.push(printer.print(instruction));
  return `${lines.join('\n')}\n`;
}

/**
 * Producers of SPIR-V by their number in the Khronos registry, as far as `spirv-dis` 2023.1 names
 * them. Later ones, including Slang (40), are `Unknown(number)` there and here.
 */
const GENERATORS: readonly string[] = [
  'Khronos',
  'LunarG',
  'Valve',
  'Codeplay',
  'NVIDIA',
  'ARM',
  'Khronos LLVM/SPIR-V Translator',
  'Khronos SPIR-V Tools Assembler',
  'Khronos Glslang Reference Front End',
  'Qualcomm',
  'AMD',
  'Intel',
  'Imagination',
  'Google Shaderc over Glslang',
  'Google spiregg',
  'Google rspirv',
  'X-LEGEND Mesa-IR/SPIR-V Translator',
  'Khronos SPIR-V Tools Linker',
  'Wine VKD3D Shader Compiler',
  'Tellusim Clay Shader Compiler',
  'W3C WebGPU Group WHLSL Shader Translator',
  'Google Clspv',
  'Google MLIR SPIR-V Serializer',
  'Google Tint Compiler',
  'Google ANGLE Shader Compiler',
  'Netease Games Messiah Shader Compiler',
  'Xenia Xenia Emulator Microcode Translator',
  'Embark Studios Rust GPU Compiler Backend',
  'gfx-rs community Naga',
  'Mikkosoft Productions MSP Shader Compiler',
  'SpvGenTwo community SpvGenTwo SPIR-V IR Tools',
  'Google Skia SkSL',
  'TornadoVM SPIRV Beehive Toolkit',
  'DragonJoker ShaderWriter',
  'Rayan Hatout SPIRVSmith',
  'Saarland University Shady',
  'Taichi Graphics Taichi',
];

function generatorName(number: number): string {
  return GENERATORS[number] ?? `Unknown(${number})`;
}

/** The column of the opcodes. */
const INDENT = 15;

const UINT: NumberType = { tag: 'unsigned', width: 32 };

/** The set bits of a mask, lowest first; [0] for an empty mask. */
function bitsOf(mask: number): number[] {
  if (mask === 0) return [0];
  const bits: number[] = [];
  for (let rest = mask; rest !== 0; rest &= rest - 1) bits.push((rest & -rest) >>> 0);
  return bits;
}

/** The names of ids, without their `%`. */
interface IdNames {
  of(id: number): string;
}

/**
 * The instruction as an operand of `OpSpecConstantOp`. Instructions that nest another are not
 * allowed there, so their operands are read as plain ids.
 */
function withoutResult(entry: Entry | undefined): Entry | undefined {
  if (entry === undefined) return undefined;
  const nests = /[ox]/.test(entry.signature.split(' ')[0] ?? '');
  return { ...entry, signature: nests ? 'i*' : entry.signature.replace(/^tr/, '') };
}

/** Prints instructions, one line each. */
export class InstructionPrinter {
  readonly #module: SpirvModule;
  readonly #grammar: Grammar;
  readonly #facts: ModuleFacts;
  readonly #names: IdNames;
  /** The state of the current instruction: its unread words and the operands printed so far. */
  #at = 0;
  #end = 0;
  #operands: string[] = [];
  #numberType: NumberType = UINT;

  constructor(module: SpirvModule, grammar: Grammar, facts: ModuleFacts, names: IdNames) {
    this.#module = module;
    this.#grammar = grammar;
    this.#facts = facts;
    this.#names = names;
  }

  /** One line, without a line break. Unknown or truncated instructions become raw words. */
  print(instruction: Instruction): string {
    const entry = this.#grammar.instructions.get(instruction.opcode);
    if (entry === undefined) return this.#raw(instruction, `unknown opcode ${instruction.opcode}`);
    this.#begin(instruction);
    if (!this.#groups(entry.signature)) return this.#raw(instruction, `malformed Op${entry.name}`);
    while (this.#at < this.#end) this.#operands.push(String(this.#next()));
    const text = [`Op${entry.name}`, ...this.#operands].join(' ');
    const offset = entry.resultAt;
    if (offset === 0) return ' '.repeat(INDENT) + text;
    const result = `%${this.#names.of(this.#word(instruction.start + offset))}`;
    return `${result.padStart(INDENT - 3)} = ${text}`;
  }

  #begin({ start, end }: Instruction): void {
    this.#at = start + 1;
    this.#end = end;
    this.#operands = [];
    this.#numberType = this.#facts.numberType(this.#word(this.#at)) ?? UINT;
  }

  #raw({ start, end }: Instruction, what: string): string {
    const words = Array.from(this.#module.words.subarray(start, end), (word) => {
      return `0x${word.toString(16).padStart(8, '0')}`;
    });
    return `${' '.repeat(INDENT)}; ${what}: ${words.join(' ')}`;
  }

  #word(at: number): number {
    return this.#module.words[at] ?? 0;
  }

  #next(): number {
    this.#at += 1;
    return this.#word(this.#at - 1);
  }

  /** False if the instruction's words end too early for the signature. */
  #groups(signature: string): boolean {
    return this.#grammar.groups(signature).every((group) => this.#group(group));
  }

  #group({ kinds, quantifier }: OperandGroup): boolean {
    const all = (): boolean => kinds.every((kind) => this.#operand(kind));
    switch (quantifier) {
      case 'once':
        return all();
      case 'optional':
        return this.#at >= this.#end || all();
      case 'repeated':
        while (this.#at < this.#end) {
          if (!all()) return false;
        }
        return true;
    }
  }

  #operand(kind: OperandKind): boolean {
    if (this.#at >= this.#end) return false;
    switch (kind) {
      case 'r':
        this.#at += 1;
        return true;
      case 't':
      case 'i':
        this.#operands.push(`%${this.#names.of(this.#next())}`);
        return true;
      case 'n':
        this.#operands.push(String(this.#next()));
        return true;
      case 'c':
        return this.#number();
      case 's':
        return this.#string();
      case 'x': {
        const set = this.#facts.extendedSet(this.#word(this.#at - 1));
        return this.#nested(set.get(this.#word(this.#at)));
      }
      case 'o':
        return this.#nested(withoutResult(this.#grammar.instructions.get(this.#word(this.#at))));
      default:
        return kind.isMask ? this.#mask(kind) : this.#enumerant(kind);
    }
  }

  #number(): boolean {
    const next = this.#at + literalWords(this.#numberType);
    if (next > this.#end) return false;
    const words = this.#module.words.subarray(this.#at, next);
    this.#operands.push(formatLiteral(words, this.#numberType));
    this.#at = next;
    return true;
  }

  #string(): boolean {
    const place = findString(this.#module, this.#at, this.#end);
    if (place === undefined) return false;
    const text = decodeUtf8(place.bytes).replace(/["\\]/g, '\\$&');
    this.#operands.push(`"${text}"`);
    this.#at = place.next;
    return true;
  }

  /** Prints a nested instruction. An unknown one is printed as a number, its operands as ids. */
  #nested(entry: Entry | undefined): boolean {
    const number = this.#next();
    this.#operands.push(entry?.name ?? String(number));
    return this.#groups(entry?.signature ?? 'i*');
  }

  #enumerant(kind: Enumeration): boolean {
    const value = this.#next();
    const entry = kind.entries.get(value);
    this.#operands.push(entry?.name ?? String(value));
    return entry === undefined || this.#groups(entry.signature);
  }

  #mask(kind: Enumeration): boolean {
    const value = this.#next();
    const entries = bitsOf(value).map((bit) => kind.entries.get(bit) ?? entryOf(String(bit), ''));
    this.#operands.push(entries.map((entry) => entry.name).join('|'));
    return entries.every((entry) => this.#groups(entry.signature));
  }
}

/** Names for declarations that need no operands. */
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

/** Built-in variables that `spirv-dis` does not name `gl_` plus the enumerant. */
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

/** Limit on the total length of names derived from other names, in characters. */
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

/** The friendly names that `spirv-dis` gives to the ids of a module, without their `%`. */
class FriendlyNames {
  readonly #module: SpirvModule;
  readonly #words: Uint32Array;
  readonly #grammar: Grammar;
  readonly #facts: ModuleFacts;
  readonly #names = new Map<number, string>();
  /** Names in use, each with the next number to try for another id of that name. */
  readonly #used = new Map<string, number>();
  #derivedLength = 0;

  /** @throws SpirvError if names derived from other names exceed `DERIVED_LIMIT` */
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

  /** The first name of an id stays; a name already in use gets a numeric suffix. */
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

  /** Names of types that contain the names of other ids. */
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

  /** Names of numeric types, constants and opaque types. */
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
