import { beforeAll, describe, expect, it } from 'vitest';
import { runRequest } from '#core/output/compileResult.ts';
import type { ProjectFile } from '#core/project/project.ts';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import { createTestCompiler } from '../../../../tests/support/compiler.ts';
import { compileInstrumented } from './compileInstrumented.ts';
import { findModules } from './modules.ts';
import { lineOf, placeOf } from './places.ts';
import type { TraceKind } from './writer.ts';

let compiler: Compiler;
beforeAll(async () => {
  compiler = await createTestCompiler();
});

const filesOf = (texts: Readonly<Record<string, string>>): ProjectFile[] =>
  Object.entries(texts).map(([path, text]) => ({ path, text }));

async function instrumented(
  text: string,
  texts: Readonly<Record<string, string>>,
  kind: TraceKind = 'records',
) {
  const compiled = await compileInstrumented(
    { text, files: filesOf(texts) },
    async (main, files) => compiler.compile(runRequest(main, files)),
    kind,
  );
  if (!compiled?.ok) throw new Error(compiled?.error);
  return compiled.value;
}

/** A main file that stores a number. */
const main = (head: string, value: string) => `${head}
import playground; import rendering;
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void main(uint2 pixel : SV_DispatchThreadID)
{
    float value = ${value};
    drawPixel(pixel, (int2 size) => float4(value));
}`;

const NOISE = `float noise(float x)
{
    float twice = x;
    twice = x * 2;
    return twice;
}`;

const PROJECTS: readonly [name: string, text: string, files: Record<string, string>][] = [
  ['a module', main('import lib.noise;', 'noise(1)'), { 'lib/noise.slang': NOISE }],
  ['an included file', main('#include "noise.h"', 'noise(1)'), { 'noise.h': NOISE }],
  [
    'a file of the main module',
    main('module user; __include noise;', 'noise(1)'),
    { 'noise.slang': `implementing user;\n${NOISE}` },
  ],
  [
    'a module with files of its own',
    main('import all;', 'noise(1)'),
    {
      'all.slang': 'module all; __include "part.slang";',
      'part.slang': `implementing all;\npublic ${NOISE}`,
    },
  ],
  [
    'modules in modules',
    main('import first;', 'one(1)'),
    {
      'first.slang': 'import lib.second; float one(float y) { return noise(y); }',
      'lib/second.slang': NOISE,
    },
  ],
];

describe.each(PROJECTS)('with %s', (_, text, files) => {
  it('records the functions of all files', async () => {
    const { program, compiles } = await instrumented(text, files);
    expect({ compiles, unseen: program.unseen }).toEqual({ compiles: 1, unseen: [] });
    const site = program.sites.findLast(
      ({ event }) => event.kind === 'value' && event.name === 'twice',
    );
    if (!site) throw new Error('There is no site.');
    const place = placeOf(program, site.line);
    const noise = { 'user.slang': text, ...files }[place.path] ?? '';
    expect(noise.split('\n')[place.line - 1]).toContain('twice = x * 2;');
    expect(lineOf(program, place)).toBe(site.line);
    expect(program.source.slice(site.from, site.to)).toBe('twice');
    for (const { from, to, path, text: own } of program.files) {
      expect(program.source.slice(from, to)).toBe(own);
      const made = [{ path: 'user.slang', text: program.text }, ...program.otherFiles];
      const lines = made.find((each) => each.path === path)?.text.split('\n') ?? [];
      const changed = own.split('\n').filter((line, at) => !withoutCalls(lines[at] ?? '', line));
      expect(changed).toEqual([]);
    }
  });

  it.each(['non-finite', 'out-of-range', 'cost', 'paint'] as const)(
    'compiles the code for %s',
    async (kind) => {
      expect((await instrumented(text, files, kind)).compiles).toBe(1);
    },
  );
});

/** Whether the characters of a line are all in the instrumented one, in the same order. */
function withoutCalls(instrumentedLine: string, line: string): boolean {
  let at = 0;
  for (const character of instrumentedLine) if (character === line[at]) at += 1;
  return at === line.length || line.includes('drawPixel');
}

it('records types, interfaces and type parameters where they are declared', async () => {
  const shapes = `module shapes;
public interface IShape { float area(); }
public struct Ball : IShape { public float r; public float area() { return r * r; } }
struct Hidden { float h; }
public enum Kind { Small, Large }
public Kind kindOf(IShape shape) { Kind kind = shape.area() > 1 ? Kind.Large : Kind.Small; return kind; }
public T twice<T : IFloat>(T value) { T sum = value + value; return sum; }
public Optional<float> half_(float x) { Hidden hidden = { x }; Optional<float> y = hidden.h / 2; return y; }`;
  const text = `import playground; import rendering; import shapes;
struct Box { float a; Ball ball; }
T first<T>(T one, T other) { T chosen = one; return chosen; }
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void main(uint2 pixel : SV_DispatchThreadID)
{
    Ball ball = { 3 };
    Box box = { 1, first(ball, ball) };
    Kind kind = kindOf(ball);
    float two = twice(1.0);
    Optional<float> three = half_(6);
    drawPixel(pixel, (int2 size) => float4(two));
}`;
  const { program, compiles } = await instrumented(text, { 'shapes.slang': shapes });
  expect({ compiles, unseen: program.unseen }).toEqual({ compiles: 1, unseen: [] });
  expect(program.types.map(({ name }) => name)).toEqual([
    ...['Box', 'Optional', 'Ball', 'Hidden', 'Kind', 'Optional'],
  ]);
  const [code] = program.otherFiles.filter(({ path }) => path === 'shapes.slang');
  expect(code?.text).toContain('trace_valueOfM1(');
});

it('leaves out a value of another file that the compiler refuses, and says why', async () => {
  const files = { 'noise.slang': NOISE };
  const text = main('import noise;', 'noise(1)');
  const compiled = await compileInstrumented(
    { text, files: filesOf(files) },
    async (source, others) => {
      const [noise] = others.filter(({ path }) => path === 'noise.slang');
      const at = noise?.text.split('\n')[2]?.indexOf('trace_value') ?? -1;
      if (at < 0) return compiler.compile(runRequest(source, others));
      const place = { path: '/noise.slang', line: 3, column: at + 1 };
      const error = { ...place, severity: 'error', message: 'no overload', notes: [] } as const;
      return { succ: false, message: 'It failed.', log: '', diagnostics: [error], result: null };
    },
  );
  if (!compiled?.ok) throw new Error(compiled?.error);
  const { program } = compiled.value;
  expect(program.unseen.map(({ line, reason }) => [placeOf(program, line), reason])).toEqual([
    [{ path: 'noise.slang', line: 3 }, 'The compiler refuses to record this: no overload'],
  ]);
});

it('finds the files of each module once, and what it imports', () => {
  const files = {
    'a.slang': 'import b; #define X\n#include "common.h"',
    'b.slang': '#include "common.h"\nimport playground;',
    'common.h': '',
    'unused.slang': '',
  };
  const modules = findModules({
    text: 'import a;\nimport b;\n#include "common.h"',
    files: filesOf(files),
  });
  expect(modules.map(({ files: own, imports }) => [own.map(({ path }) => path), imports])).toEqual([
    [
      ['user.slang', 'common.h'],
      [1, 2],
    ],
    [['a.slang', 'common.h'], [2]],
    [['b.slang', 'common.h'], []],
  ]);
});
