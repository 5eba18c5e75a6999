import { describe, expect, it } from 'vitest';
import { SpirvBuilder, stringWords } from '../../../../tests/support/spirvBuilder.ts';
import { disassembleSpirv } from './disassemble.ts';

const ERROR = 'Error disassembling SPIR-V code';

const Op = {
  ...{ Source: 3, Name: 5, String: 7, ExtInstImport: 11, ExtInst: 12, MemoryModel: 14 },
  ...{ Capability: 17, TypeVoid: 19, TypeFloat: 22, TypeVector: 23, TypePointer: 32 },
  ...{ TypeFunction: 33, Constant: 43, Function: 54, FunctionEnd: 56, Load: 61, Decorate: 71 },
  ...{ ImageSampleImplicitLod: 87, Label: 248, Return: 253 },
} as const;

type Instruction = readonly [opcode: number, ...operands: readonly number[]];

function moduleOf(...instructions: readonly Instruction[]): SpirvBuilder {
  const module = new SpirvBuilder();
  for (const instruction of instructions) module.add(...instruction);
  return module;
}

/** A module of 28 words with nine different instructions. */
function small(): SpirvBuilder {
  const builder = new SpirvBuilder((8 << 16) | 11);
  const [voidType = 0, functionType = 0, main = 0, label = 0] = [1, 2, 3, 4].map(() =>
    builder.id(),
  );
  return builder
    .add(Op.Capability, 1)
    .add(Op.MemoryModel, 0, 1)
    .add(Op.Name, main, ...stringWords('main'))
    .add(Op.TypeVoid, voidType)
    .add(Op.TypeFunction, functionType, voidType)
    .add(Op.Function, voidType, main, 0, functionType)
    .add(Op.Label, label)
    .add(Op.Return)
    .add(Op.FunctionEnd);
}

function linesOf(...instructions: readonly Instruction[]): string[] {
  const lines = disassembleSpirv(moduleOf(...instructions).bytes()).split('\n');
  return lines.slice(5, -1).map((line) => line.trim());
}

describe('a module', () => {
  it('prints as a header and one line per instruction', () => {
    expect(disassembleSpirv(small().bytes())).toBe(`; SPIR-V
; Version: 1.6
; Generator: Khronos Glslang Reference Front End; 11
; Bound: 5
; Schema: 0
               OpCapability Shader
               OpMemoryModel Logical GLSL450
               OpName %main "main"
       %void = OpTypeVoid
          %2 = OpTypeFunction %void
       %main = OpFunction %void None %2
          %4 = OpLabel
               OpReturn
               OpFunctionEnd
`);
  });

  it('may be in either byte order, anywhere in a buffer, which is not modified', () => {
    const bytes = small().bytes('big');
    const buffer = new Uint8Array(bytes.length + 7).fill(0xaa);
    buffer.set(bytes, 3);
    const before = buffer.slice();
    const text = disassembleSpirv(buffer.subarray(3, 3 + bytes.length));
    expect(text).toBe(disassembleSpirv(small().bytes()));
    expect(buffer).toEqual(before);
    const order = moduleOf([Op.String, 1, ...stringWords('order')]);
    expect(disassembleSpirv(order.bytes('big'))).toBe(disassembleSpirv(order.bytes()));
  });

  it('may have no instructions', () => {
    expect(disassembleSpirv(new SpirvBuilder().bytes())).toMatch(/; Schema: 0\n$/);
  });
});

it('prints what is not in the grammar as raw words, numbers or ids', () => {
  const lines = linesOf(
    [6999, 1, 0xabc],
    [Op.Return],
    [Op.Capability, 54321],
    [Op.Decorate, 1, 9999, 7],
    [Op.ImageSampleImplicitLod, 1, 2, 3, 4, 0x80000001, 5],
    [Op.ExtInstImport, 1, ...stringWords('NonSemantic.Future')],
    [Op.ExtInstImport, 2, ...stringWords('GLSL.std.450')],
    [Op.ExtInst, 3, 4, 1, 77, 5],
    [Op.ExtInst, 3, 6, 2, 999, 5],
  );
  expect(lines).toEqual([
    '; unknown opcode 6999: 0x00031b57 0x00000001 0x00000abc',
    'OpReturn',
    'OpCapability 54321',
    'OpDecorate %1 9999 7',
    '%2 = OpImageSampleImplicitLod %1 %3 %4 Bias|2147483648 %5',
    ...['%1 = OpExtInstImport "NonSemantic.Future"', '%2 = OpExtInstImport "GLSL.std.450"'],
    ...['%4 = OpExtInst %3 %1 77 %5', '%6 = OpExtInst %3 %2 999 %5'],
  ]);
});

it('appends surplus words as numbers, and prints an instruction with too few as raw words', () => {
  expect(linesOf([Op.Return, 5, 6], [Op.Load, 1, 2])).toEqual([
    'OpReturn 5 6',
    '; malformed OpLoad: 0x0003003d 0x00000001 0x00000002',
  ]);
});

it('prints instructions and float encodings that are newer than spirv-dis', () => {
  const lines = linesOf(
    [Op.Source, 11, 1],
    [Op.Capability, 6022],
    [4456, 1, 2, 3, 4, 5, 6],
    [4459, 1, 7, 8, 9, 10, 3],
  );
  expect(lines).toEqual([
    'OpSource Slang 1',
    'OpCapability CooperativeMatrixKHR',
    '%1 = OpTypeCooperativeMatrixKHR %2 %3 %4 %5 %6',
    '%7 = OpCooperativeMatrixMulAddKHR %1 %8 %9 %10 ' +
      'MatrixASignedComponentsKHR|MatrixBSignedComponentsKHR',
  ]);
  const floats = linesOf(
    [Op.TypeFloat, 1, 16, 0],
    [Op.TypeFloat, 2, 8, 4214],
    [Op.Constant, 1, 3, 0xbfc0],
    [Op.Constant, 2, 4, 0x38],
  );
  expect(floats).toEqual([
    '%bfloat16 = OpTypeFloat 16 BFloat16KHR',
    '%float8e4m3 = OpTypeFloat 8 Float8E4M3EXT',
    '%bfloat16_n0x1_8p_0 = OpConstant %bfloat16 -0x1.8p+0',
    '%float8e4m3_0x1p_0 = OpConstant %float8e4m3 0x1p+0',
  ]);
});

describe('names', () => {
  const named = (id: number, name: string): Instruction => [Op.Name, id, ...stringWords(name)];

  it('get a number if they are taken', () => {
    const same = [1, 2, 3].map((id) => named(id, 'same'));
    expect(linesOf(...same, named(4, 'same_0'), named(5, '7'), [Op.TypeVoid, 7])).toEqual([
      ...['OpName %same "same"', 'OpName %same_0 "same"', 'OpName %same_1 "same"'],
      ...['OpName %same_0_0 "same_0"', 'OpName %7 "7"', '%void = OpTypeVoid'],
    ]);
  });

  it('replace every byte that is not a letter, digit or underscore', () => {
    expect(linesOf(named(1, 'a.b(é)'), [Op.Name, 2, 0])).toEqual([
      ...['OpName %a_b____ "a.b(é)"', 'OpName %_ ""'],
    ]);
  });

  it('are made unique in linear time for 60,000 ids of the same name', () => {
    const module = new SpirvBuilder();
    for (let id = 1; id <= 60_000; id++) module.add(...named(id, 'x'));
    expect(disassembleSpirv(module.bytes())).toMatch(/OpName %x_59998 "x"\n$/);
  });

  it('are rejected if they would fill the memory', () => {
    const module = new SpirvBuilder();
    for (let id = 1; id <= 20_000; id++) module.add(Op.TypePointer, id + 1, 7, id);
    expect(() => disassembleSpirv(module.bytes())).toThrow(ERROR);
  });
});

describe('strings', () => {
  it.each([
    ['quotes "and" \\backslashes\\', '"quotes \\"and\\" \\\\backslashes\\\\"'],
    ['', '""'],
    ['four', '"four"'],
    ['naïve → 😀', '"naïve → 😀"'],
    ['\u{feff}a mark', '"\u{feff}a mark"'],
    [Uint8Array.of(0x61, 0xff, 0xc3, 0x28, 0x62), '"a\u{fffd}\u{fffd}(b"'],
  ])('are quoted, with replacement characters for what is not UTF-8: %j', (text, quoted) => {
    expect(linesOf([Op.String, 1, ...stringWords(text)])).toEqual([`%1 = OpString ${quoted}`]);
  });

  it('without an end are printed as raw words', () => {
    expect(linesOf([Op.String, 1, 0x61616161], [Op.Return])).toEqual([
      '; malformed OpString: 0x00030007 0x00000001 0x61616161',
      'OpReturn',
    ]);
  });
});

it('disassembles a module of one megabyte in well under a second', () => {
  const module = new SpirvBuilder();
  module.add(Op.TypeFloat, module.id(), 32);
  module.add(Op.TypeVector, module.id(), 1, 4);
  for (let count = 0; count < 65_000; count++) module.add(Op.Load, 2, module.id(), 9);
  const bytes = module.bytes();
  expect(bytes.length).toBeGreaterThan(1_000_000);
  // Processor time (about 0.1 s), the best of three tries: elapsed time depends on the machine's
  // load.
  const times = [1, 2, 3].map(() => {
    const start = process.cpuUsage();
    disassembleSpirv(bytes);
    return process.cpuUsage(start).user / 1000;
  });
  expect(Math.min(...times)).toBeLessThan(1000);
});

/** A reproducible sequence of numbers from 0 to 2^32 - 1. */
function* randomWords(seed: number): Generator<number, never> {
  let state = seed;
  while (true) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield (state ^ (state >>> 15)) >>> 0;
  }
}

function outcome(bytes: Uint8Array): 'text' | 'error' {
  try {
    expect(disassembleSpirv(bytes)).toMatch(/^; SPIR-V\n/);
    return 'text';
  } catch (error) {
    expect(error).toMatchObject({ name: 'SpirvError', message: ERROR });
    return 'error';
  }
}

describe('disassembling broken bytes', () => {
  it.each([
    ['no bytes', new Uint8Array()],
    ['another magic number', Uint8Array.from({ length: 20 }, (_, index) => index)],
    ['an instruction of no words', new SpirvBuilder().raw(0x00000013).bytes()],
    ['an instruction longer than the module', new SpirvBuilder().raw(0x00030013, 1).bytes()],
    ['a text file', new TextEncoder().encode('; SPIR-V\n; Version: 1.5\n')],
  ])('rejects %s', (_, bytes) => {
    expect(() => disassembleSpirv(bytes)).toThrow(ERROR);
  });

  it('rejects a module that is cut anywhere inside an instruction', () => {
    const bytes = small().bytes();
    const outcomes = Array.from({ length: bytes.length }, (_, end) => outcome(bytes.slice(0, end)));
    const texts = outcomes.flatMap((kind, end) => (kind === 'text' ? [end / 4] : []));
    expect(texts).toEqual([5, 7, 10, 14, 16, 19, 24, 26, 27]);
  });

  it('accepts the deepest possible nesting of instructions', () => {
    const deep = new SpirvBuilder().add(52, 1, 2, ...Array.from({ length: 60_000 }, () => 52));
    expect(outcome(deep.bytes())).toBe('text');
  });

  it('yields text or the error after any change of one word', () => {
    const random = randomWords(7);
    const words = small().words();
    for (let round = 0; round < 3000; round++) {
      const changed = words.slice();
      changed[random.next().value % words.length] = random.next().value >>> (round % 32);
      outcome(new Uint8Array(changed.buffer));
    }
  });

  it('yields text or the error for garbage after a header', () => {
    const random = randomWords(11);
    for (let round = 0; round < 500; round++) {
      const module = new SpirvBuilder();
      for (let count = random.next().value % 40; count > 0; count--) {
        const operands = Array.from({ length: random.next().value % 9 }, () => {
          return random.next().value >>> (random.next().value % 32);
        });
        module.add(random.next().value % (round % 2 === 0 ? 512 : 6500), ...operands);
      }
      expect(outcome(module.bytes())).toBe('text');
    }
  });
});
