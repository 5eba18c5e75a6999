import { beforeAll, describe, expect, it } from 'vitest';
import { USER_SHADER_PATH } from '#core/output/compileResult.ts';
import { COMPILE_TARGETS, type CompileTarget } from '#core/output/compileTarget.ts';
import { planRun } from '#core/plan/planRun.ts';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import { namedLibraries } from '#engine/compiler/core/session.ts';
import { createTestCompiler, readLibraries } from '../../../tests/support/compiler.ts';

let compiler: Compiler;
beforeAll(async () => {
  compiler = await createTestCompiler();
});

/** The compiled program of one entry point with this body. */
async function compile(body: string, target: CompileTarget = 'WGSL', declarations = '') {
  const answer = await compiler.compile({
    target,
    entrypoint: 'main',
    sourceCode: `import playground; import printing;
${declarations}
[shader("compute")] [numthreads(64, 1, 1)] [playground::CALL(64, 1, 1)]
void main(uint3 thread : SV_DispatchThreadID)
{
    int x = int(thread.x);
    float y = float(thread.x) * 0.5;
    ${body}
}`,
    shaderPath: USER_SHADER_PATH,
  });
  if (!answer.succ) throw new Error(answer.log || answer.message);
  expect(answer.log).toBe('');
  return answer.result;
}

async function stringsOf(body: string, target: CompileTarget = 'WGSL', declarations = '') {
  return Object.values((await compile(body, target, declarations)).hashedStrings).toSorted();
}

const ORDINARY = `
  printf("x = %d, y = %f\\n", x, y);
  print("text");
  print("%u %d %s %g\\n", thread.x, x > 3, "a literal", half(y));`;

describe('import printing', () => {
  it('adds one read-write buffer, g_printedBuffer, and nothing else', async () => {
    const plan = planRun(await compile(ORDINARY), 'https://example.test/');
    const parsedCommand = { type: 'ZEROS', count: 2048, elementSize: 12 };
    expect(plan.ok && plan.value).toMatchObject({
      ...{ outputTypes: ['printing'], uniformBlocks: [] },
      layout: { g_printedBuffer: { kind: 'buffer', binding: 0, access: 'storage' } },
      resourceCommands: [{ resourceName: 'g_printedBuffer', parsedCommand }],
    });
    expect(plan.ok && Object.keys(plan.value.layout)).toEqual(['g_printedBuffer']);
  });

  it('loads no other module', async () => {
    const loaded = namedLibraries(['import printing;'], await readLibraries());
    expect(loaded.map(({ name }) => name)).toEqual(['printing']);
  });

  it('leaves its internal names free for the user', async () => {
    const declarations = `
      static const uint RECORD_COUNT = 5;
      struct PrintRecord { int type; }
      uint reserveRecords(uint count) { return count; }
      void writeRecord(uint index, uint type, uint low) {}
      interface IWrites { int write(uint index); }
      extension int : IWrites { int write(uint index) { return this; } }
      void print(float2 v) { print("(%f, %f)", v.x, v.y); }`;
    const body = `
      PrintRecord record = { x.write(reserveRecords(RECORD_COUNT)) };
      writeRecord(1, 2, 3);
      printf("%d", record.type);
      print(float2(y, 1));`;
    const strings = await stringsOf(body, 'WGSL', declarations);
    expect(strings).toEqual(expect.arrayContaining(['%d', '(%f, %f)']));
  });
});

describe('printf', () => {
  it.each(COMPILE_TARGETS)('compiles to %s', async (target) => {
    expect((await compile(ORDINARY, target)).code).toContain('g_printedBuffer');
  });

  it('adds formats and string arguments to the map of hashed strings', async () => {
    const strings = ['%u %d %s %g\n', 'a literal', 'text', 'x = %d, y = %f\n'];
    expect(await stringsOf(ORDINARY)).toEqual(strings);
  });

  it('reserves the records of a message at once, in the third word of record 0', async () => {
    const { code } = await compile('printf("%d %f", x, y);');
    expect(code).toMatch(
      /struct PrintRecord\w*\s*\{\s*@align\(4\) type_0 : u32,\s*@align\(4\) low_0 : u32,\s*@align\(4\) high_0 : atomic<u32>,\s*\}/,
    );
    expect(code.match(/atomicAdd/g)).toHaveLength(1);
    expect(code).toMatch(/atomicAdd\(&\(g_printedBuffer_0\[i32\(0\)\]\.high_0\), count_0\)/);
    expect(code).toMatch(/reserveRecords_0\(u32\(3\)\)/);
  });

  it('works in functions that take the format, and in generic and differentiable functions', async () => {
    const declarations = `
      void log(String what, int value) { printf("%s: %d\\n", what, value); }
      T twice<T : IArithmetic>(T value) { print("twice\\n"); return value + value; }
      [Differentiable] float square(float v) { printf("square(%f)\\n", v); return v * v; }`;
    const body = `
      log("x", x);
      log("again", int(twice(y)));
      var pair = diffPair(y);
      bwd_diff(square)(pair, 1.0);
      printf("%f %f\\n", pair.d, fwd_diff(square)(diffPair(y, 1.0)).d);`;
    expect(await stringsOf(body, 'WGSL', declarations)).toEqual([
      ...['%f %f\n', '%s: %d\n', 'again', 'square(%f)\n', 'twice\n', 'x'],
    ]);
  });

  it('requires 16-bit floats only if it prints one', async () => {
    expect((await compile('printf("%f", half(y));')).code).toContain('enable f16;');
    expect((await compile('printf("%f", y);')).code).not.toContain('enable f16;');
  });

  const NARROW = ['int8_t', 'int16_t', 'uint8_t', 'uint16_t'];
  const WIDE = ['int64_t', 'uint64_t', 'double'];
  it.each([
    ...['HLSL', 'GLSL', 'SPIRV', 'CUDA'].map((target) => [target, [...NARROW, ...WIDE]] as const),
    ['METAL', [...NARROW, 'int64_t', 'uint64_t']] as const,
  ])(
    'prints integers and floats of other sizes if the target has them: %s',
    async (target, types) => {
      const prints = types.map((type) => `printf("${type} %d", ${type}(x));`);
      const strings = await stringsOf(prints.join('\n'), target as CompileTarget);
      expect(strings).toHaveLength(types.length);
    },
  );
});
