import {
  decodeUtf8,
  findString,
  type Instruction,
  readModule,
  type SpirvModule,
} from '#core/output/spirv/binary.ts';
import { ModuleFacts } from './facts.ts';
import {
  type Entry,
  type Enumeration,
  entryOf,
  type Grammar,
  type OperandGroup,
  type OperandKind,
  sharedGrammar,
} from './grammar.ts';
import { FriendlyNames } from './names.ts';
import { formatLiteral, literalWords, type NumberType } from './numbers.ts';

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
 * The text of a SPIR-V module, in the form of `spirv-dis` (indented, with friendly names). What the
 * grammar does not know becomes a number (enumerants) or a comment of raw words (instructions).
 *
 * @param file The module's bytes, in either byte order.
 * @throws SpirvError `Error disassembling SPIR-V code`, if the bytes are no sequence of
 * instructions after a header.
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
 * them; younger ones, Slang (40) among them, are `Unknown(number)` there and here.
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

/** Column of the opcodes. */
const INDENT = 15;

const UINT: NumberType = { tag: 'unsigned', width: 32 };

/** The set bits of a mask, lowest first; of an empty one, zero. */
function bitsOf(mask: number): number[] {
  if (mask === 0) return [0];
  const bits: number[] = [];
  for (let rest = mask; rest !== 0; rest &= rest - 1) bits.push((rest & -rest) >>> 0);
  return bits;
}

/** What ids are called, without their `%`. */
interface IdNames {
  of(id: number): string;
}

/**
 * The instruction as the operand of `OpSpecConstantOp`. One that would nest another in turn is not
 * allowed there, so that its operands are not looked into.
 */
function withoutResult(entry: Entry | undefined): Entry | undefined {
  if (entry === undefined) return undefined;
  const nests = /[ox]/.test(entry.signature.split(' ')[0] ?? '');
  return { ...entry, signature: nests ? 'i*' : entry.signature.replace(/^tr/, '') };
}

/** Prints a module's instructions, one line each. */
export class InstructionPrinter {
  readonly #module: SpirvModule;
  readonly #grammar: Grammar;
  readonly #facts: ModuleFacts;
  readonly #names: IdNames;
  /** The instruction at hand: its words not yet printed, and the operands printed. */
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

  /** A line without its end. Unknown instructions, and those with too few words, become a comment of raw words. */
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

  /** The instruction inside of an instruction; an unknown one is a number and its operands ids. */
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
