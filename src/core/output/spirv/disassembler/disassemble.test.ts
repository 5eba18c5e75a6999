import { describe, expect, it } from 'vitest';
import { SpirvBuilder, stringWords } from '../../../../../tests/support/spirvBuilder.ts';
import { disassembleSpirv } from './disassemble.ts';

const ERROR = 'Error disassembling SPIR-V code';

const Op = {
  Source: 3,
  Name: 5,
  String: 7,
  ExtInstImport: 11,
  ExtInst: 12,
  MemoryModel: 14,
  Capability: 17,
  TypeVoid: 19,
  TypeInt: 21,
  TypeFloat: 22,
  TypeVector: 23,
  TypePointer: 32,
  TypeFunction: 33,
  Constant: 43,
  Function: 54,
  FunctionEnd: 56,
  Load: 61,
  Decorate: 71,
  ImageSampleImplicitLod: 87,
  Label: 248,
  Return: 253,
} as const;

function small(): SpirvBuilder {
  const builder = new SpirvBuilder((8 << 16) | 11);
  const [voidType, functionType, main, label] = [1, 2, 3, 4].map(() => builder.id());
  if (!voidType || !functionType || !main || !label) throw new Error('No ids.');
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

function linesOf(builder: SpirvBuilder): string[] {
  const lines = disassembleSpirv(builder.bytes()).split('\n').slice(5, -1);
  return lines.map((line) => line.trim());
}

describe('a module', () => {
  it('prints as a header and one line per instruction', () => {
    expect(disassembleSpirv(small().bytes())).toBe(
      [
        '; SPIR-V',
        '; Version: 1.6',
        '; Generator: Khronos Glslang Reference Front End; 11',
        '; Bound: 5',
        '; Schema: 0',
        '               OpCapability Shader',
        '               OpMemoryModel Logical GLSL450',
        '               OpName %main "main"',
        '       %void = OpTypeVoid',
        '          %2 = OpTypeFunction %void',
        '       %main = OpFunction %void None %2',
        '          %4 = OpLabel',
        '               OpReturn',
        '               OpFunctionEnd',
        '',
      ].join('\n'),
    );
  });

  it('may be in either byte order', () => {
    const big = new SpirvBuilder().add(Op.String, 1, ...stringWords('order'));
    expect(disassembleSpirv(big.bytes('big'))).toBe(disassembleSpirv(big.bytes('little')));
  });

  it('may start anywhere in a buffer, which is not modified', () => {
    const bytes = small().bytes('big');
    const buffer = new Uint8Array(bytes.length + 7).fill(0xaa);
    buffer.set(bytes, 3);
    const before = buffer.slice();
    const text = disassembleSpirv(buffer.subarray(3, 3 + bytes.length));
    expect(text).toBe(disassembleSpirv(bytes));
    expect(buffer).toEqual(before);
  });

  it('may have no instructions', () => {
    expect(disassembleSpirv(new SpirvBuilder().bytes())).toMatch(/; Schema: 0\n$/);
  });
});

describe('encodings that are not in the grammar', () => {
  it('are printed as raw words for an instruction', () => {
    expect(linesOf(new SpirvBuilder().add(6999, 1, 0xabc).add(Op.Return))).toEqual([
      '; unknown opcode 6999: 0x00031b57 0x00000001 0x00000abc',
      'OpReturn',
    ]);
  });

  it('are printed as a number for an enumerant', () => {
    expect(
      linesOf(new SpirvBuilder().add(Op.Capability, 54321).add(Op.Decorate, 1, 9999, 7)),
    ).toEqual(['OpCapability 54321', 'OpDecorate %1 9999 7']);
  });

  it('are printed as a number among the names for a bit of a mask', () => {
    const sample = new SpirvBuilder().add(Op.ImageSampleImplicitLod, 1, 2, 3, 4, 0x80000001, 5);
    expect(linesOf(sample)).toEqual(['%2 = OpImageSampleImplicitLod %1 %3 %4 Bias|2147483648 %5']);
  });

  it('are printed as a number and ids for an extended instruction', () => {
    const module = new SpirvBuilder()
      .add(Op.ExtInstImport, 1, ...stringWords('NonSemantic.Future'))
      .add(Op.ExtInstImport, 2, ...stringWords('GLSL.std.450'))
      .add(Op.ExtInst, 3, 4, 1, 77, 5)
      .add(Op.ExtInst, 3, 6, 2, 999, 5);
    expect(linesOf(module).slice(2)).toEqual([
      '%4 = OpExtInst %3 %1 77 %5',
      '%6 = OpExtInst %3 %2 999 %5',
    ]);
  });

  it('are appended as numbers if an instruction has too many words', () => {
    expect(linesOf(new SpirvBuilder().add(Op.Return, 5, 6))).toEqual(['OpReturn 5 6']);
  });

  it('are printed as raw words if an instruction has too few words', () => {
    expect(linesOf(new SpirvBuilder().add(Op.Load, 1, 2))).toEqual([
      '; malformed OpLoad: 0x0003003d 0x00000001 0x00000002',
    ]);
  });
});

describe('instructions newer than spirv-dis', () => {
  it('are printed by name', () => {
    const module = new SpirvBuilder()
      .add(Op.Source, 11, 1)
      .add(Op.Capability, 6022)
      .add(4456, 1, 2, 3, 4, 5, 6)
      .add(4459, 1, 7, 8, 9, 10, 3);
    expect(linesOf(module)).toEqual([
      'OpSource Slang 1',
      'OpCapability CooperativeMatrixKHR',
      '%1 = OpTypeCooperativeMatrixKHR %2 %3 %4 %5 %6',
      '%7 = OpCooperativeMatrixMulAddKHR %1 %8 %9 %10 ' +
        'MatrixASignedComponentsKHR|MatrixBSignedComponentsKHR',
    ]);
  });

  it('are printed with their float encodings', () => {
    const module = new SpirvBuilder()
      .add(Op.TypeFloat, 1, 16, 0)
      .add(Op.TypeFloat, 2, 8, 4214)
      .add(Op.Constant, 1, 3, 0xbfc0)
      .add(Op.Constant, 2, 4, 0x38);
    expect(linesOf(module)).toEqual([
      '%bfloat16 = OpTypeFloat 16 BFloat16KHR',
      '%float8e4m3 = OpTypeFloat 8 Float8E4M3EXT',
      '%bfloat16_n0x1_8p_0 = OpConstant %bfloat16 -0x1.8p+0',
      '%float8e4m3_0x1p_0 = OpConstant %float8e4m3 0x1p+0',
    ]);
  });
});

describe('names', () => {
  it('get a number if they are taken', () => {
    const module = new SpirvBuilder();
    for (const id of [1, 2, 3]) module.add(Op.Name, id, ...stringWords('same'));
    module.add(Op.Name, 4, ...stringWords('same_0')).add(Op.Name, 5, ...stringWords('7'));
    expect(linesOf(module.add(Op.TypeVoid, 7))).toEqual([
      'OpName %same "same"',
      'OpName %same_0 "same"',
      'OpName %same_1 "same"',
      'OpName %same_0_0 "same_0"',
      'OpName %7 "7"',
      '%void = OpTypeVoid',
    ]);
  });

  it('replace every byte that is not a letter, digit or underscore', () => {
    const module = new SpirvBuilder().add(Op.Name, 1, ...stringWords('a.b(é)')).add(Op.Name, 2, 0);
    expect(linesOf(module)).toEqual(['OpName %a_b____ "a.b(é)"', 'OpName %_ ""']);
  });

  it('are made unique in linear time for 60,000 ids of the same name', () => {
    const module = new SpirvBuilder();
    for (let id = 1; id <= 60_000; id++) module.add(Op.Name, id, ...stringWords('x'));
    expect(linesOf(module).at(-1)).toBe('OpName %x_59998 "x"');
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
  ])('are quoted: %j', (text, quoted) => {
    const module = new SpirvBuilder().add(Op.String, 1, ...stringWords(text));
    expect(linesOf(module)).toEqual([`%1 = OpString ${quoted}`]);
  });

  it('that are not UTF-8 get replacement characters', () => {
    const bytes = Uint8Array.of(0x61, 0xff, 0xc3, 0x28, 0x62);
    const module = new SpirvBuilder().add(Op.String, 1, ...stringWords(bytes));
    expect(linesOf(module)).toEqual(['%1 = OpString "a\u{fffd}\u{fffd}(b"']);
  });

  it('without an end are printed as raw words', () => {
    const module = new SpirvBuilder().add(Op.String, 1, 0x61616161).add(Op.Return);
    expect(linesOf(module)).toEqual([
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
