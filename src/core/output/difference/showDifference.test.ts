import { describe, expect, it } from 'vitest';
import type { CompileTarget } from '#core/output/compileTarget.ts';
import { describeHunk } from '../../../../tests/support/describeChanges.ts';
import { compareCode } from './showDifference.ts';

/** Prints the changed lines with their signs, and the changed words in brackets. */
function changes(before: string, after: string, target: CompileTarget = 'WGSL'): string[] {
  const { hunks } = compareCode({ target, before, after });
  return hunks.flatMap((hunk) => describeHunk(before, after, hunk));
}

const lines = (...texts: string[]) => texts.join('\n');

describe('names that the compiler numbers', () => {
  it('are no change if they are renumbered consistently', () => {
    const code = (a: number, b: number) => `float3 ring_${b}(float2 point_${a})
{
    float _S${a} = atan2(point_${a}.y, point_${a}.x);
    float _S${b} = sin(_S${a});
    return float3(_S${b} - _S${a});
}`;
    expect(changes(code(1, 2), code(4, 9), 'HLSL')).toEqual([]);
  });

  it('are a change if operands are swapped', () => {
    const code = (product: string) =>
      lines('float _S1 = a_0 + 1.0;', 'float _S2 = b_0 * 2.0;', `return ${product};`);
    expect(changes(code('_S1 - _S2'), code('_S2 - _S1'))).toEqual([
      '- 3: return [_S1] - [_S2];',
      '+ 3: return [_S2] - [_S1];',
    ]);
    expect(changes(code('_S1 * _S1 - _S2'), code('_S2 * _S2 - _S1'))).toHaveLength(2);
  });

  it('are a change if a name has a different meaning, even if the line reads the same', () => {
    const before = lines('let _S1 = a_0;', 'let _S2 = b_0;', 'use(_S2);', 'return _S1;');
    const shifted = ['let _S2 = a_0;', 'let _S3 = b_0;', 'use(_S3);', 'return _S1;'];
    const after = lines('let _S1 = c_0;', ...shifted);
    expect(changes(before, after)).toEqual([
      '+ 1: let _S1 = c_0;',
      '- 4: return [_S1];',
      '+ 5: return [_S1];',
    ]);
  });

  it('are no change in lines around an added statement', () => {
    const before = lines('let _S1 = f(x_0);', 'let _S2 = g(_S1);', 'return _S1 + _S2;');
    const shifted = ['let _S2 = f(x_0);', 'let _S3 = g(_S2);', 'return _S2 + _S3;'];
    const after = lines('let _S1 = h(x_0);', ...shifted);
    expect(changes(before, after)).toEqual(['+ 1: let _S1 = h(x_0);']);
  });

  it('are a change if the source renamed a variable', () => {
    expect(changes('let radius_0 = 1.0;', 'let size_0 = 1.0;')).toEqual([
      '- 1: let [radius_0] = 1.0;',
      '+ 1: let [size_0] = 1.0;',
    ]);
  });

  it('are no change if a lambda has another number', () => {
    const code = (number: number) => `fn draw_slang_Lambda_draw_${number}_x28x29_0() {}`;
    expect(changes(code(2), code(3))).toEqual([]);
  });
});

it('ignores directives, blank lines, spaces, and the header of SPIR-V, whose bound counts ids', () => {
  const before = lines('#line 3 "user.slang"', 'int a_0;', '', 'int b_0;');
  const after = lines('', '#line 7', '    int a_0;', '#line 9', 'int  b_0;', '');
  expect(changes(before, after, 'HLSL')).toEqual([]);
  expect(changes('; Bound: 189\nOpNop', '; Bound: 190\nOpNop', 'SPIRV')).toEqual([]);
});

describe('comparing SPIR-V', () => {
  const code = (first: number, operation: string, constant = '%float_1') =>
    lines(
      '      %float = OpTypeFloat 32',
      `         %${first} = OpTypeFunction %float %float`,
      `    ${constant} = OpConstant %float ${constant.replace('%float_', '')}`,
      `       %main = OpFunction %float None %${first}`,
      `         %${first + 1} = OpFunctionParameter %float`,
      `         %${first + 2} = OpLabel`,
      `         %${first + 3} = OpFAdd %float %${first + 1} ${constant}`,
      `         %${first + 4} = ${operation.replaceAll('%a', `%${first + 3}`).replaceAll('%b', `%${first + 1}`)}`,
      `               OpReturnValue %${first + 4}`,
      '               OpFunctionEnd',
    );

  it('replaces each id by its meaning, and shows the original text of a changed operand', () => {
    const before = code(4, 'OpFMul %float %a %b');
    expect(changes(before, code(41, 'OpFMul %float %a %b'), 'SPIRV')).toEqual([]);
    expect(changes(before, code(41, 'OpFMul %float %b %a'), 'SPIRV')).toEqual([
      '- 8: %8 = OpFMul %float [%7 %5]',
      '+ 8: %45 = OpFMul %float [%42 %44]',
    ]);
  });

  it('compares constants by value', () => {
    const [one, two] = [code(4, 'OpCopy %a'), code(4, 'OpCopy %a', '%float_2')];
    expect(changes(one, two, 'SPIRV')).toEqual([
      '- 3: [%float_1] = OpConstant %float [1]',
      '+ 3: [%float_2] = OpConstant %float [2]',
      '- 7: %7 = OpFAdd %float %5 [%float_1]',
      '+ 7: %7 = OpFAdd %float %5 [%float_2]',
    ]);
  });
});

it('reports a changed constant without a name at its definition only, not at its uses', () => {
  const code = (number: number, values: string) =>
    lines(
      `%${number} = OpConstantComposite %v2float ${values}`,
      '%main = OpFunction %v2float None %3',
      `OpReturnValue %${number}`,
    );
  expect(changes(code(7, '%float_1 %float_1'), code(9, '%float_1 %float_2'), 'SPIRV')).toEqual([
    '- 1: %7 = OpConstantComposite %v2float %float_1 [%float_1]',
    '+ 1: %9 = OpConstantComposite %v2float %float_1 [%float_2]',
  ]);
});

it('notices when the same SPIR-V id has another meaning', () => {
  const before = lines('OpStore %a %b', '%a = OpConstant %float 1', '%b = OpLoad %float %c');
  const after = lines('OpStore %a %b', '%b = OpConstant %float 1', '%a = OpLoad %float %c');
  expect(changes(before, after, 'SPIRV')).not.toEqual([]);
});

it('ignores SPIR-V declarations that moved', () => {
  const before = ['OpName %a "a"', '%float_1 = OpConstant %float 1', '%x = OpConstant %float 2'];
  expect(changes(lines(...before), lines(...before.toReversed()), 'SPIRV')).toEqual([]);
});

it('ends an added function at its own brace', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((name) =>
    lines(`fn ${name}()`, '{', `call_${name}();`, '}'),
  );
  expect(changes(`${a}\n${c}`, `${a}\n${b}\n${c}`)).toEqual([
    ...['+ 5: fn b()', '+ 6: {', '+ 7: call_b();', '+ 8: }'],
  ]);
});

it('finds few changes in 1 MB of code, and finishes even if everything is different', () => {
  const code = (count: number, changed: (line: number) => string) =>
    Array.from({ length: count }, (_, line) => `    let _S${line} = ${changed(line)};`).join('\n');
  const sum = (line: number) => `f(${line}) + g(_S${line - 1})`;
  const before = code(26_000, sum);
  const after = code(26_000, (line) => (line % 1000 === 5 ? 'new()' : sum(line)));
  expect(before.length).toBeGreaterThan(1e6);
  expect(compareCode({ target: 'WGSL', before, after })).toMatchObject({ added: 26, removed: 26 });
  const one = code(4000, (line) => `other(${line % 7}, ${line % 3})`);
  const other = code(4000, (line) => `f(${line})`);
  expect(compareCode({ target: 'WGSL', before: one, after: other })).toMatchObject({
    ...{ added: 4000, removed: 4000 },
  });
  const mixed = code(4000, (line) => `other(${line % 3}, ${line % 7})`);
  expect(compareCode({ target: 'WGSL', before: one, after: mixed }).added).toBeGreaterThan(0);
});
