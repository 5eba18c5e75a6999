import { expect, it } from 'vitest';
import { readSpirv } from './readSpirv.ts';

it('reads declarations, names and functions with their lines', () => {
  const module = readSpirv(`; SPIR-V
               OpName %ring "a \\"ring\\""
       %void = OpTypeVoid
       %ring = OpFunction %void None %3
               OpStore %7 %8 Aligned 4 ; a comment "with quotes"
               OpFunctionEnd`);
  expect(module.declarations.map(({ op, line }) => `${op} ${line}`)).toEqual([
    ...['OpName 2', 'OpTypeVoid 3'],
  ]);
  expect(module.functions).toEqual([
    {
      id: '%ring',
      instructions: [
        { line: 4, result: '%ring', op: 'OpFunction', operands: ['%void', 'None', '%3'] },
        { line: 5, result: null, op: 'OpStore', operands: ['%7', '%8', 'Aligned', '4'] },
        { line: 6, result: null, op: 'OpFunctionEnd', operands: [] },
      ],
    },
  ]);
  expect([...module.names]).toEqual([['%ring', 'a "ring"']]);
});

it('reads strings that span several lines', () => {
  const { declarations } = readSpirv('%1 = OpString "OpName\n%2 = OpFunction"\nOpName %3 "c"');
  expect(declarations).toEqual([
    { line: 1, result: '%1', op: 'OpString', operands: ['"OpName\n%2 = OpFunction"'] },
    { line: 3, result: null, op: 'OpName', operands: ['%3', '"c"'] },
  ]);
});

it('finds no instructions in text that is not SPIR-V', () => {
  for (const text of ['', 'float4 main() { return 1; }', '"', '"\n'.repeat(10_001)]) {
    expect(readSpirv(text)).toMatchObject({ declarations: [], functions: [] });
  }
});

it('reads a megabyte', () => {
  const text = '%7 = OpFAdd %float %8 %9\n'.repeat(40_000);
  expect(
    readSpirv(`%1 = OpFunction %void None %3\n${text}`).functions[0]?.instructions,
  ).toHaveLength(40_001);
});
