import { describe, expect, it } from 'vitest';
import type { CodeFunction, LineOrigin, SourceFile } from '#core/output/lineMap/lineMap.ts';
import { diagnoseErrors } from './diagnoseErrors.ts';
import type { ExplainedError } from './wgslErrors.ts';

const PROJECT: SourceFile = { kind: 'project', path: '/user.slang' };
const LIBRARY: SourceFile = { kind: 'library', name: 'rendering' };
const CORE: SourceFile = { kind: 'core', name: 'hlsl.meta.slang' };
const files = [PROJECT, LIBRARY, CORE];

/** A line of WGSL and its origin: a line of the project, or another place. */
type Line = readonly [text: string, origin: LineOrigin | number | null];

const inFile = (file: number, line: number): LineOrigin => ({ kind: 'line', file, line });

function diagnose(
  lines: readonly Line[],
  source: readonly string[],
  errors: readonly Partial<ExplainedError>[],
) {
  const functions: CodeFunction[] = [];
  for (const [at, [text]] of lines.entries()) {
    const name = /^fn (\w+)_\d+\(/.exec(text)?.[1];
    const to = lines.findIndex(([other], index) => index > at && other === '}') + 1;
    if (name !== undefined) functions.push({ name, from: at + 1, to });
  }
  const origins = lines.map(([, origin]) =>
    typeof origin === 'number' ? inFile(0, origin) : origin,
  );
  return diagnoseErrors({
    code: lines.map(([text]) => text).join('\n'),
    map: { files, origins, functions },
    sources: { '/user.slang': source.join('\n') },
    errors: errors.map((error) => ({
      ...{ message: 'no', said: 'no', meaning: null, lineNum: 1, linePos: 1, length: 1 },
      ...error,
    })),
  });
}

describe('a browser error', () => {
  it('is placed at the source’s word that the browser marks', () => {
    const code = '    data_0[i32(1)] = first_0 * sqrt(-1.0f);';
    const said = 'sqrt must be called with a value >= 0';
    const error = { linePos: code.indexOf('sqrt') + 1, length: 11, said, meaning: 'It is NaN.' };
    const source = ['float first;', '    data[1] = first * sqrt(-1.0);'];
    const message = `WGSL line 1: data_0[i32(1)] = first_0 * sqrt(-1.0f); (${said})`;
    expect(diagnose([[code, 2]], source, [error])).toEqual([
      {
        ...{ severity: 'error', path: '/user.slang', line: 2, column: 23, length: 4 },
        message: 'It is NaN.',
        notes: [{ severity: 'note', path: '', line: 0, message, notes: [] }],
      },
    ]);
  });

  it('is quoted in the browser’s words if nothing else is known about it', () => {
    const [found] = diagnose([['x_0 = q_1;', 1]], ['x = q;'], [{ said: "unresolved value 'q_1'" }]);
    expect(found?.message).toBe(
      "The browser refuses the WGSL of this line: unresolved value 'q_1'.",
    );
    expect(found?.notes[0]?.message).toBe('WGSL line 1: x_0 = q_1;');
  });

  it('is placed at a name of the program rather than at a common word', () => {
    const code =
      'const LIMITS_0 : array<f32, i32(2)> = array<f32, i32(2)>( _slang_getInfinity(true), 2.0f );';
    const error = { linePos: code.indexOf('_slang') + 1, length: 24 };
    const source = ['bool f = true;', 'static const float LIMITS[2] = { 1.0 / 0.0, 2.0 };'];
    expect(diagnose([[code, 2]], source, [error])).toMatchObject([{ line: 2, column: 20 }]);
  });

  it('has a column for a name that JavaScript objects have', () => {
    const source = ['int constructor = valueOf;'];
    const [found] = diagnose([['constructor_0 = valueOf_0;', 1]], source, [{ length: 11 }]);
    expect(found).toMatchObject({ column: 5, length: 11 });
  });

  it('has no column if the source line shares no word with the code', () => {
    const [found] = diagnose([['_S1 = f32(2);', 1]], ['(3.0);'], [{}]);
    expect(found).toMatchObject({ line: 1 });
    expect(found).not.toHaveProperty('column');
  });

  it('is placed approximately at an earlier line that contains the marked word', () => {
    const code = '    y_0 = i32(i64(x_0) * i64(3));';
    const source = ['    int64_t wide = int64_t(x) * 3;', '    // wide', '    y = int(wide);'];
    const error = { linePos: code.indexOf('i64') + 1, length: 3 };
    const [found] = diagnose([[code, 3]], source, [error]);
    expect(found).toMatchObject({ line: 1, column: 5, length: 7 });
    expect(found?.message).toContain('The place is approximate.');
  });

  it('is placed approximately at the most likely line of the function', () => {
    const origin = { kind: 'function', file: 0, from: 1, to: 3 } as const;
    const source = ['float f(float x)', '    float twist = x;', '    return x;'];
    const [found] = diagnose([['twist_0 = select(x_0);', origin]], source, [{}]);
    expect(found).toMatchObject({ line: 2, column: 11 });
    expect(found?.message).toContain('approximate');
  });

  it('at a brace is placed at the code before it', () => {
    const lines = ['fn older_0( tiny_0 : Tiny_0) -> ', '{'].map(
      (text, at) => [text, 7 + at] as const,
    );
    const source = Array.from({ length: 8 }, () => 'int16_t older(Tiny tiny)');
    expect(diagnose(lines, source, [{ lineNum: 2 }])).toMatchObject([{ line: 7 }]);
  });

  it('about half floats is placed at their first use', () => {
    const lines: Line[] = [
      ['enable f16;', null],
      ['x_0 = 1.0f;', 1],
      ['y_0 = 2.0h;', 2],
    ];
    const found = diagnose(lines, ['x = 1.0;', 'y = half(2.0);'], [{ linePos: 8, length: 3 }]);
    expect(found).toMatchObject([{ line: 2, column: 5, length: 4 }]);
  });

  const library: Line[] = [
    ['fn inner_0( x_0 : f32) -> f32', inFile(1, 4)],
    ['{', null],
    ['    return acos(x_0);', inFile(1, 5)],
    ['}', null],
    ['fn outer_0( x_1 : f32) -> f32', inFile(1, 8)],
    ['{', null],
    ['    return inner_0(x_1);', inFile(1, 9)],
    ['}', null],
  ];

  it('in a module is placed at the call in the project', () => {
    const lines: Line[] = [...library, ['y_0 = outer_0(2.0f);', 2]];
    const [found] = diagnose(lines, ['float y;', 'y = outer(2.0);'], [{ lineNum: 3 }]);
    expect(found).toMatchObject({ path: '/user.slang', line: 2 });
    expect(found?.message).toContain(
      'The code belongs to the module rendering, which this line uses.',
    );
    expect(found?.message).not.toContain('approximate');
  });

  it('in a module that calls itself without a call from the project is placed in the module', () => {
    const lines: Line[] = [...library, ...library];
    const [found] = diagnose(lines, [], [{ lineNum: 3 }]);
    expect(found).toMatchObject({ path: '/rendering.slang', line: 5 });
    expect(found?.message).toContain('no line of yours is known to use it');
  });

  it('in inlined module code is placed at the nearest line of the project', () => {
    const lines: Line[] = [
      ['fn draw_0()', 1],
      ['{', null],
      ['    var a_0 = f32(1);', 3],
      ['    var b_0 = textureLoad(a_0);', inFile(2, 900)],
      ['}', null],
    ];
    const [found] = diagnose(lines, ['', '', '    a = load();'], [{ lineNum: 4 }]);
    expect(found).toMatchObject({ path: '/user.slang', line: 3 });
    expect(found?.message).toMatch(
      /belongs to the compiler’s core library, which this line uses\..*The place is approximate\./,
    );
  });

  it.each([0, 1, 7, 1e6])('on line %d, which has no origin, has no position', (lineNum) => {
    expect(diagnose([['x', null]], ['x'], [{ lineNum }])).toMatchObject([
      { line: 0, message: expect.stringContaining('Its source line is unknown') },
    ]);
  });

  it('is listed once per line and meaning, with at most fifty in total', () => {
    const twice = [{ meaning: 'Same.' }, { meaning: 'Same.', linePos: 3 }];
    expect(diagnose([['x', 1]], ['x'], twice)).toHaveLength(1);
    const many = Array.from({ length: 200 }, (_, index) => ({ said: String(index) }));
    expect(diagnose([['x', 1]], ['x'], many)).toHaveLength(50);
  });

  it('quotes 200 characters of a long line', () => {
    const [found] = diagnose([['y'.repeat(100_000), 1]], ['y'], [{}]);
    expect(found?.notes[0]?.message.length).toBeLessThan(250);
  });
});
