import { GRAMMAR } from '#core/output/spirv/grammar.generated.ts';
import {
  type Entry,
  type Enumeration,
  Grammar,
  type OperandKind,
} from '#core/output/spirv/grammar.ts';
import { SpirvBuilder, stringWords } from './spirvBuilder.ts';

/*
 * Modules that contain everything in the generated grammar: each core instruction, each enumerant,
 * each extended instruction, and literals of many types. They are meaningless, but `spirv-dis`
 * accepts them, because it checks only the form.
 */

const SETS = [
  'GLSL.std.450',
  'OpenCL.std',
  'NonSemantic.Shader.DebugInfo.100',
  'NonSemantic.ClspvReflection.5',
  'OpenCL.DebugInfo.100',
  'DebugInfo',
  'SPV_AMD_gcn_shader',
  'SPV_AMD_shader_ballot',
  'SPV_AMD_shader_explicit_vertex_parameter',
  'SPV_AMD_shader_trinary_minmax',
];

/** The instructions that `OpSpecConstantOp` accepts (SPIR-V specification, section 3.49.7). */
const SPEC_CONSTANT_OPS =
  'SConvert FConvert SNegate Not IAdd ISub IMul UDiv SDiv UMod SRem SMod ShiftRightLogical ' +
  'ShiftRightArithmetic ShiftLeftLogical BitwiseOr BitwiseXor BitwiseAnd VectorShuffle ' +
  'CompositeExtract CompositeInsert LogicalOr LogicalAnd LogicalNot LogicalEqual LogicalNotEqual ' +
  'Select IEqual INotEqual ULessThan SLessThan UGreaterThan SGreaterThan ULessThanEqual ' +
  'SLessThanEqual UGreaterThanEqual SGreaterThanEqual QuantizeToF16 UConvert ConvertFToS ' +
  'ConvertSToF ConvertFToU ConvertUToF ConvertPtrToU ConvertUToPtr GenericCastToPtr ' +
  'PtrCastToGeneric Bitcast FNegate FAdd FSub FMul FDiv FRem FMod AccessChain InBoundsAccessChain ' +
  'PtrAccessChain InBoundsPtrAccessChain';

/** Built by {@link literals} and {@link extended}: their operands depend on other instructions. */
const SPECIAL = new Set(
  'Constant SpecConstant Switch SpecConstantOp ExtInstImport ExtInst'.split(' '),
);

/** Enumerants in the grammar that `spirv-dis` 2023.1 nevertheless refuses. */
const REFUSED = new Set([
  'Nontemporal 16384',
  'Offsets 65536',
  'UniformDecoration 71',
  'BankBitsINTEL 5835',
]);

const TEXTS = [
  '',
  'abc',
  'four',
  'with "quotes" and \\ too',
  'naïve → 😀',
  'two\nlines',
  'void',
  '12',
];

type Choice = ReadonlyMap<Enumeration, number>;

class EveryInstruction {
  readonly grammar = new Grammar([GRAMMAR]);
  readonly builder = new SpirvBuilder();
  readonly #covered = new Set<Enumeration>();
  #texts = 0;

  core(): void {
    for (const [opcode, entry] of this.grammar.instructions) {
      if (SPECIAL.has(entry.name)) continue;
      this.builder.add(opcode, ...this.#operands(entry.signature, new Map()));
      this.#cover(opcode, entry, entry.signature, new Map());
    }
  }

  extended(): void {
    for (const name of SETS) {
      const set = this.builder.id();
      this.builder.add(11, set, ...stringWords(name));
      for (const [number, entry] of this.grammar.extendedSet(name) ?? []) {
        const operands = this.#operands(entry.signature, new Map());
        this.builder.add(12, this.builder.id(), this.builder.id(), set, number, ...operands);
      }
    }
    for (const name of SPEC_CONSTANT_OPS.split(' ')) {
      const [opcode, entry] = [...this.grammar.instructions].find(([, e]) => e.name === name) ?? [];
      if (opcode === undefined || entry === undefined) throw new Error(`No instruction ${name}.`);
      const operands = this.#operands(entry.signature.replace(/^tr/, ''), new Map());
      this.builder.add(52, this.builder.id(), this.builder.id(), opcode, ...operands);
    }
  }

  /** Adds an instruction for each value of each enumeration that the signature leads to. */
  #cover(opcode: number, entry: Entry, signature: string, choice: Choice): void {
    for (const kind of this.grammar.groups(signature).flatMap((group) => group.kinds)) {
      if (typeof kind === 'string' || this.#covered.has(kind)) continue;
      this.#covered.add(kind);
      for (const [value, enumerant] of kind.entries) {
        if (REFUSED.has(`${enumerant.name} ${value}`)) continue;
        const chosen = new Map([...choice, [kind, value]]);
        this.builder.add(opcode, ...this.#operands(entry.signature, chosen));
        this.#cover(opcode, entry, enumerant.signature, chosen);
      }
      if (kind.isMask)
        this.builder.add(opcode, ...this.#operands(entry.signature, both(choice, kind)));
    }
  }

  #operands(signature: string, choice: Choice): number[] {
    return this.grammar.groups(signature).flatMap(({ kinds, quantifier }) => {
      const once = (): number[] => kinds.flatMap((kind) => this.#operand(kind, choice));
      return quantifier === 'repeated' ? [...once(), ...once()] : once();
    });
  }

  #operand(kind: OperandKind, choice: Choice): number[] {
    if (kind === 's') {
      this.#texts += 1;
      return stringWords(TEXTS[this.#texts % TEXTS.length] ?? '');
    }
    if (kind === 'n') return [4294967295];
    if (typeof kind === 'string') return [this.builder.id()];
    const [first = 0] = kind.entries.keys();
    const value = choice.get(kind) ?? first;
    const parts = [...kind.entries].filter(([bit]) => {
      return kind.isMask ? value === bit || (value & bit) !== 0 : value === bit;
    });
    return [value, ...parts.flatMap(([, entry]) => this.#operands(entry.signature, choice))];
  }
}

/** Chooses a mask's two lowest bits together. */
function both(choice: Choice, mask: Enumeration): Choice {
  const bits = [...mask.entries.keys()].filter((bit) => bit !== 0 && (bit & (bit - 1)) === 0);
  return new Map([...choice, [mask, (bits[0] ?? 0) | (bits[1] ?? 0)]]);
}

/** Literals at the limits of their types, as constants and in switches. */
const PATTERNS = [
  0, 1, 5, 0x7f, 0x80, 0xff, 0x3c00, 0x7c00, 0xfe01, 0x03ff, 0x8000, 0xffff8000, 0x7fffffff,
  0x80000000, 0xffffffff, 0x3f800000, 0xbf800000, 0x39000000, 0x4b800001, 0x501502f9, 0x38d1b717,
  0x3727c5ac, 0x00800000, 0x007fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x4e6e6b28, 0x3eaaaaab,
  0x00000123,
];

function addLiterals(builder: SpirvBuilder): void {
  const integers = [1, 8, 16, 24, 32, 48, 64].flatMap((width) => [
    [21, width, 0],
    [21, width, 1],
  ]);
  const floats = [16, 24, 32, 48, 64].map((width) => [22, width]);
  for (const [opcode = 0, width = 0, ...signs] of [...integers, ...floats]) {
    const type = builder.id();
    builder.add(opcode, type, width, ...signs);
    for (const pattern of PATTERNS) {
      const literal = width > 32 ? [0, (pattern & 0xffff0000) >>> 0, pattern] : [pattern];
      const words = literal.slice(-Math.ceil(width / 32));
      const [value, label] = [builder.id(), builder.id()];
      builder.add(43, type, value, ...words);
      if (opcode === 21) builder.add(251, value, label, ...words, label, ...words, label);
    }
  }
}

export function everySpirvInstruction(): ReadonlyMap<string, Uint8Array> {
  const core = new EveryInstruction();
  core.core();
  const extended = new EveryInstruction();
  extended.extended();
  const literals = new SpirvBuilder();
  addLiterals(literals);
  return new Map([
    ['every-core-instruction', core.builder.bytes()],
    ['every-extended-instruction', extended.builder.bytes()],
    ['every-literal', literals.bytes()],
  ]);
}
