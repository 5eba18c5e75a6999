import { describe, expect, it } from 'vitest';
import { runnableWgsl } from './runnableWgsl.ts';
import {
  describeWgslErrors,
  explainWgslErrors,
  onWgslErrors,
  reportWgslErrors,
  type WgslError,
  type WgslReport,
} from './wgslErrors.ts';

/** Chromium's message at the first occurrence of `marked`. */
function errorAt(code: string, marked: string, message: string): WgslError {
  const before = code.slice(0, code.indexOf(marked)).split('\n');
  const linePos = (before.at(-1)?.length ?? 0) + 1;
  return { message, lineNum: before.length, linePos, length: marked.length };
}

const inMain = (body: string) =>
  `@compute\n@workgroup_size(1, 1, 1)\nfn main()\n{\n    ${body}\n}\n`;

function describeFirst(wgsl: string, marked: string, message: string): string[] {
  const runnable = runnableWgsl(wgsl);
  const error = errorAt(runnable.code, marked, message);
  return describeWgslErrors(explainWgslErrors(runnable, [error])).split('\n');
}

describe('browser errors in WGSL', () => {
  it('are reported with their position and the program’s names', () => {
    expect(describeFirst(inMain('x = 1;'), 'fn entry_main()', "'entry_main' is wrong")).toEqual([
      "WGSL(3:1): 'main' is wrong",
    ]);
  });

  it.each([
    ['sqrt(-1.0f)', 'sqrt must be called with a value >= 0', 'sqrt(-1.0)'],
    ['acos(2.0f)', 'acos must be called with a value in the range [-1 .. 1]', 'acos(2.0)'],
    ['exp(1000.0f)', "e^1000.0 cannot be represented as 'f32'", 'exp(1000.0)'],
    ['bitcast<f32>((i32(9)))', "value inf cannot be represented as 'f32'", 'asfloat(9)'],
    [
      ...['vec3<f32>(vec3<i32>(i32(1))) / scale_0', "'1.0 / 0.0' cannot be represented as 'f32'"],
      'float3(int3(1)) / scale',
    ],
    [
      ...['normalize(vec3<f32>(0.0f))', 'zero length vector can not be normalized'],
      'normalize(float3(0.0))',
    ],
  ] as const)(
    'say of %s which value is NaN or infinite, and what to write',
    (expression, message, told) => {
      expect(describeFirst(inMain(`o_0[0] = ${expression};`), expression, message)).toEqual([
        `The compiler knows the value of ${told} in main, and it is NaN or infinite. WGSL takes such ` +
          'values only as 0.0 / 0.0 and 1.0 / 0.0 in a function: write these, or take an operand from a ' +
          'buffer or a uniform.',
        `WGSL(5:14): ${message}`,
      ]);
    },
  );

  it.each([
    ['the entry point as in the source, even if it ends with a number', 'main', 'f_0', 'f_0'],
    [
      ...['a lambda by its enclosing function', /@[\s\S]*main/],
      ...['fn paint_slang_Lambda_paint_2_x28x29_0', 'a lambda in paint'],
    ],
  ] as const)('name %s', (_, replaced, name, told) => {
    const wgsl = inMain('x = sqrt(-1.0f);').replace(replaced, name);
    const message = 'sqrt must be called with a value >= 0';
    expect(describeFirst(wgsl, 'sqrt(-1.0f)', message)[0]).toContain(` in ${told}, `);
  });

  it('name the constant that contains an infinity', () => {
    const line =
      'const LIMITS_0 : array<f32, i32(2)> = array<f32, i32(2)>( _slang_getInfinity(true), 2.0f );';
    const message = 'user-declared functions cannot be called at module-scope';
    expect(describeFirst(line, '_slang_getInfinity(true)', message)[0]).toMatch(
      /^The constant LIMITS holds a NaN or an infinity, which no WGSL constant may\./,
    );
  });

  it('say that the device lacks half floats', () => {
    const message = "extension 'f16' is not allowed in the current environment";
    expect(describeFirst('enable f16;\n', 'f16', message)[0]).toBe(
      'This device has no 16-bit floats (half, float16_t): the feature shader-f16 is missing. Use float instead.',
    );
  });

  const WIDE = ["unresolved type 'i64'", "unresolved call target 'uint64_t'"];
  it.each(WIDE)('say of %s that WGSL lacks 64-bit integers', (message) => {
    expect(describeFirst(inMain('x = i64(1);'), 'i64', message)[0]).toMatch(
      /^WGSL has no 64-bit integers \(int64_t, uint64_t\)\. Use int or uint instead/,
    );
  });

  const UNTYPED = [
    '  @align(2) a_0 : ,',
    'var q_0 : ;',
    'fn f_0( a_1 : ) -> ',
    'var s_0 : array<>;',
  ];
  it.each(UNTYPED)('say of %j that WGSL lacks the type', (line) => {
    expect(describeFirst(line, line, 'expected type')[0]).toMatch(
      /^The source uses a type that WGSL does not have, such as int16_t or uint16_t\./,
    );
  });

  it('say that WGSL has no switch on a bool', () => {
    const wgsl = inMain('switch(b_0) {\n    case true:\n    {}\n    }');
    expect(describeFirst(wgsl, 'true', 'case selector must be an i32 or u32 value')[0]).toBe(
      'The switch in main is over a bool, which WGSL does not allow. Use if and else, or switch over int(…).',
    );
  });

  it('explain several equal errors once', () => {
    const wgsl = inMain('x = i64(1) + i64(2);');
    const error = errorAt(wgsl, 'i64', "unresolved call target 'i64'");
    const explained = explainWgslErrors(runnableWgsl(wgsl), [error, error]);
    expect(describeWgslErrors(explained).split('\n')).toHaveLength(3);
  });
});

const wgsl = runnableWgsl('@compute\n@workgroup_size(1, 1, 1)\nfn main()\n{\n    x = i64(1);\n}\n');
const error = { message: "unresolved call target 'i64'", lineNum: 5, linePos: 9, length: 3 };

it('reports explained errors to subscribers from before and after the error', () => {
  const early: WgslReport[] = [];
  const late: WgslReport[] = [];
  const stop = onWgslErrors((report) => early.push(report));
  const text = reportWgslErrors(wgsl, [error]);
  onWgslErrors((report) => late.push(report));
  expect(text).toBe(describeWgslErrors(explainWgslErrors(wgsl, [error])));
  expect(early).toEqual(late);
  const meaning = expect.stringMatching(/^WGSL has no 64-bit integers/);
  expect(late).toEqual([
    { code: wgsl.code, errors: [{ ...error, meaning, said: "unresolved call target 'i64'" }] },
  ]);
  stop();
  reportWgslErrors(wgsl, []);
  expect(early).toHaveLength(1);
  expect(late).toHaveLength(2);
});
