import { beforeAll, describe, expect, test } from 'vitest';
import { runRequest } from '#core/output/compileResult.ts';
import { createAnimator } from '#core/plan/animation.ts';
import { parameterRows } from '#core/plan/reflection/parameterRows.ts';
import { rowsAsMarkdown } from '#core/plan/reflection/parameterTable.ts';
import { resourcesOf } from '#core/plan/runDescriptor.ts';
import { convert } from '#core/source/convert/convert.ts';
import { instrumentSource } from '#core/source/instrument/instrumentSource.ts';
import { runAtOnce } from '#core/util/slices.ts';
import { EXPORT_FORMATS } from '#tools/export/export.ts';
import type { ExportedProgram } from '#tools/export/program/exportedProgram.ts';
import { codeLanguage } from '#ui/editor/codeLanguages.ts';
import { slangLanguage } from '#ui/editor/grammars/slang.ts';
import { suitableValues } from '#workspace/runs/uniformValues.ts';
import { createTestCompiler } from '../support/compiler.ts';
import { exportContext, exportedProgram } from '../support/nativeExports.ts';

const compiler = createTestCompiler();

/** Names of properties that every object inherits, which a source may use freely. */
const NAMES = Object.getOwnPropertyNames(Object.prototype);

const GRAMMARS = [
  ['slang', slangLanguage],
  ['hlsl', codeLanguage('hlsl')],
  ['glsl', codeLanguage('glsl')],
  ['metal', codeLanguage('metal')],
  ['wgsl', codeLanguage('wgsl')],
  ['cuda', codeLanguage('cuda')],
] as const;

/** A name at each position where a grammar looks up names. */
function sourceWith(name: string): string {
  return [
    `#define ${name}(x) ${name}##x`,
    `struct ${name} : ${name} { float ${name} : ${name}; };`,
    `layout(${name}) uniform ${name}; [${name}(1)] [[${name}(1)]] @${name}(1)`,
    `float4 ${name}(float2 ${name} : ${name}(b0)) : ${name} { return ${name}.${name}(${name}[0]); }`,
  ].join('\n');
}

test.each(GRAMMARS)('the grammar of %s handles names that every object has', (_, grammar) => {
  for (const name of NAMES) {
    const source = sourceWith(name);
    expect(grammar.parser.parse(source).length, name).toBe(source.length);
  }
});

/** The entry point, because a program needs a picture or printing. */
const DRAW = `[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void draw(uint2 place : SV_DispatchThreadID)
{ drawPixel(place, (int2 size) => { return float4(1); }); }
`;

/** Programs that together use all names, one program per kind of declaration. */
const PROGRAMS = {
  uniforms: `import playground; import rendering;
${NAMES.map((name) => `[playground::SLIDER(0.5, 0, 1)] uniform float ${name};`).join('\n')}
float4 imageMain(uint2 place, int2 size) { return float4(${NAMES.join(' + ')}); }
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void draw(uint2 place : SV_DispatchThreadID)
{ drawPixel(place, (int2 size) => { return imageMain(place, size); }); }
`,
  resources: `import playground; import rendering;
${NAMES.map((name) => `[playground::ZEROS(64)] RWStructuredBuffer<float> ${name};`).join('\n')}
[shader("compute")] [numthreads(8, 1, 1)] [playground::CALL(8, 1, 1)]
void fill(uint3 thread : SV_DispatchThreadID) { ${NAMES.slice(0, 6)
    .map((name) => `${name}[thread.x] += 1;`)
    .join(' ')} }
[shader("compute")] [numthreads(8, 1, 1)] [playground::CALL(8, 1, 1)]
void fillMore(uint3 thread : SV_DispatchThreadID) { ${NAMES.slice(6)
    .map((name) => `${name}[thread.x] += 1;`)
    .join(' ')} }
${DRAW}`,
  'entry points': `import playground; import rendering;
[playground::ZEROS(64)] RWStructuredBuffer<float> values;
${NAMES.map(
  (name) => `[shader("compute")] [numthreads(8, 1, 1)] [playground::CALL(8, 1, 1)]
void ${name}(uint3 thread : SV_DispatchThreadID) { values[thread.x] += 1; }`,
).join('\n')}
${DRAW}`,
  'structs and functions': `import playground; import rendering;
[playground::ZEROS(64)] RWStructuredBuffer<float> values;
${NAMES.map((name) => `struct S${name} { float ${name}; float plus() { return ${name} + 1; } }`).join('\n')}
namespace functions { ${NAMES.map((name) => `float ${name}(float x) { return x * 2; }`).join('\n')} }
[shader("compute")] [numthreads(8, 1, 1)] [playground::CALL(8, 1, 1)]
void fill(uint3 thread : SV_DispatchThreadID)
{
${NAMES.map((name) => `    { S${name} s = { 1 }; s.${name} = functions::${name}(s.plus()); values[thread.x] += s.${name}; }`).join('\n')}
}
${DRAW}`,
};

describe.each(Object.entries(PROGRAMS))('%s with names that every object has', (kind, text) => {
  let exported: ExportedProgram;
  beforeAll(async () => {
    exported = await exportedProgram(await compiler, kind, text);
  });

  test('can be planned, and all of them are found, also in the table of parameters', () => {
    const { descriptor, program } = exported;
    const { callCommands, layout, uniformBlocks, shader } = descriptor;
    const found = {
      uniforms: () => uniformBlocks.flatMap(({ components }) => components.map(({ name }) => name)),
      resources: () => Object.keys(layout),
      'entry points': () => callCommands.map(({ entryPoint }) => entryPoint),
    }[kind];
    if (found) expect(found()).toEqual(expect.arrayContaining(NAMES));
    for (const call of callCommands) {
      expect(Object.hasOwn(shader.threadGroupSizes, call.entryPoint)).toBe(true);
      expect([...resourcesOf(call, descriptor)].every((name) => typeof name === 'string')).toBe(
        true,
      );
    }
    const rows = runAtOnce(parameterRows(program.reflection, 'WGSL'));
    const table = rowsAsMarkdown(rows).replaceAll('\\', '');
    if (kind === 'uniforms' || kind === 'resources')
      for (const name of NAMES) expect(table).toContain(name);
  });

  test.each(EXPORT_FORMATS.map((format) => [format.id, format] as const))(
    'can be exported as %s',
    async (_id, format) => {
      const made = await format.make(exported, exportContext(await compiler));
      expect(made.ok || made.error).toBe(true);
    },
  );

  test('can be instrumented for the debugger', async () => {
    const { text: instrumented, otherFiles, sites } = instrumentSource(text);
    expect(sites.length).toBeGreaterThan(0);
    const answer = (await compiler).compile(runRequest(instrumented, otherFiles));
    expect(answer.succ || answer.log).toBe(true);
  });
});

test('the debugger records a texel with such a name', async () => {
  const text = `import playground;
typealias toString = float4;
[playground::BLACK(8, 8)] RWTexture2D<toString> outputTexture;
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void draw(uint2 place : SV_DispatchThreadID) { outputTexture[place] = toString(1, 0, 0, 1); }
`;
  const instrumented = instrumentSource(text);
  const answer = (await compiler).compile(runRequest(instrumented.text, instrumented.otherFiles));
  expect(answer.succ || answer.log).toBe(true);
});

test('uniforms with such names keep their values and animations', () => {
  const components = NAMES.map((name) => ({
    ...{ type: 'SLIDER', name, offset: 0, default: 0.5, min: 0, max: 1 },
  })) as unknown as Parameters<typeof suitableValues>[0];
  expect(suitableValues(components, {})).toEqual({});
  const set = Object.fromEntries(NAMES.map((name, index) => [name, index / 100]));
  expect(Object.entries(suitableValues(components, set))).toEqual(Object.entries(set));
  const animation = { shape: 'sine', from: 0, to: 1, period: 2 } as const;
  const animate = createAnimator(Object.fromEntries(NAMES.map((name) => [name, animation])));
  expect(Object.keys(animate({}, 0.3)).toSorted()).toEqual(NAMES.toSorted());
});

test('GLSL with such names can be converted', () => {
  const glsl = `${NAMES.map((name) => `#define M${name} ${name}\nfloat ${name}(float x) { return x; }`).join('\n')}
#if defined(${NAMES.join(') || defined(')}) || ${NAMES.join(' + ')}
#endif
void mainImage(out vec4 color, in vec2 place) { color = vec4(${NAMES.map((name) => `${name}(1.0)`).join(' + ')}); }
`;
  const converted = convert(glsl);
  expect(converted.ok || converted.error).toBe(true);
});
