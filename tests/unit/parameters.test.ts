import { beforeAll, describe, expect, it } from 'vitest';
import {
  type CompiledProgram,
  type CompileResult,
  USER_SHADER_PATH,
} from '#core/output/compileResult.ts';
import { COMPILE_TARGETS, type CompileTarget } from '#core/output/compileTarget.ts';
import { ruledLayouts, rulerLines } from '#core/plan/reflection/byteRuler.ts';
import { follows } from '#core/plan/reflection/layoutRules.ts';
import {
  entryPointRows,
  type ParameterRow,
  parameterRows,
} from '#core/plan/reflection/parameterRows.ts';
import { cellsOf } from '#core/plan/reflection/parameterTable.ts';
import { readWgslUse } from '#core/plan/wgsl/wgslUse.ts';
import type { JsonValue } from '#core/util/json.ts';
import { runAtOnce } from '#core/util/slices.ts';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import { createTestCompiler, readDemo } from '../support/compiler.ts';
import { dataStruct, declareType } from '../support/dataTypes.ts';
import { demoNames, SIX_DEMOS } from '../support/demos.ts';
import { precompiledDemo } from '../support/exportedDemos.ts';
import { fc } from '../support/property.ts';

const SOURCE = `
struct Inner { float3 a; float b; half h; bool flag; };
struct Light { float3 position; float2 range; float power; };
struct Material { Texture2D albedo; SamplerState linear; float4 tint; };
struct Camera
{
    float4x4 view; column_major float2x3 byColumn; float2x3 byRow;
    float3 eye; float weights[5]; float2x3 rows[2]; Inner inner; Light lights[2]; int64_t big;
};
ConstantBuffer<Camera> camera;
cbuffer Frame { float3 tint; float2 size; }
RWStructuredBuffer<Light> lights;
RWStructuredBuffer<Inner> inners;
StructuredBuffer<float3x3> matrices;
RWByteAddressBuffer raw;
Texture2D<float> depth[3];
Texture2D placed : register(t7, space3);
ParameterBlock<Material> material;
ConstantBuffer<Material> other;
uniform float speed;
uniform float3 direction;
uniform Inner loose;
[shader("compute")] [numthreads(8, 4, 2)]
void work(uint3 id : SV_DispatchThreadID, uint at : SV_GroupIndex, uniform Inner own, uniform RWStructuredBuffer<float> out)
{
    out[id.x] = speed + direction.x + loose.b + own.b + camera.eye.x + tint.x + lights[0].power + inners[0].b
        + matrices[0][0][0] + raw.Load(0) + depth[1].Load(int3(0)) + placed.Load(int3(0)).x + material.tint.x
        + material.albedo.SampleLevel(material.linear, float2(0), 0).x + other.tint.x + other.albedo.Load(int3(0)).x;
}
`;

let compiler: Compiler;
beforeAll(async () => {
  compiler = await createTestCompiler();
});

async function compile(
  target: CompileTarget,
  sourceCode: string,
  entrypoint: string | null,
): Promise<CompiledProgram> {
  const request = { target, entrypoint, sourceCode, shaderPath: USER_SHADER_PATH };
  return programOf(compiler.compile(request));
}

function programOf(answer: CompileResult): CompiledProgram {
  if (!answer.succ) throw new Error(`${answer.message}\n${answer.log}`);
  return answer.result;
}

function allRows(rows: readonly ParameterRow[]): ParameterRow[] {
  return rows.flatMap((row) => [row, ...allRows(row.children)]);
}

/** The buffers whose offsets do not follow their target's stated rule. */
function strangeBuffers(rows: readonly ParameterRow[]): string[] {
  return allRows(rows).flatMap((row) => (row.buffer && !follows(row.buffer) ? [row.path] : []));
}

async function rowsIn(target: CompileTarget): Promise<readonly ParameterRow[]> {
  const { reflection } = await compile(target, SOURCE, 'work');
  return runAtOnce(parameterRows(reflection, target));
}

/** The cells of all rows after the path, by path. */
async function tableIn(target: CompileTarget): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = allRows(await rowsIn(target)).map(cellsOf);
  return new Map(rows.map(([path = '', ...cells]) => [path, cells]));
}

const typesIn = (table: ReadonlyMap<string, readonly string[]>) =>
  [...table].map(([path, [type]]) => `${path} ${type}`);

describe('the parameters of a program', () => {
  it('are listed with bindings and layouts in the terms of each target', async () => {
    const [wgsl, hlsl, metal, cuda] = [
      ...[await tableIn('WGSL'), await tableIn('HLSL')],
      ...[await tableIn('METAL'), await tableIn('CUDA')],
    ] as const;
    for (const table of [hlsl, metal]) expect(typesIn(table)).toEqual(typesIn(wgsl));
    // CUDA has another order.
    expect(typesIn(cuda).toSorted()).toEqual(typesIn(wgsl).toSorted());
    const rows = [...wgsl].map(([path, [type]]) => {
      const cells = [wgsl, hlsl, metal, cuda].map((table) => table.get(path)?.slice(1).join(' ; '));
      return [path, type, ...cells].join(' | ');
    });
    const order = [...cuda.keys()].filter((path) => !path.includes('.'));
    expect([...rows, `CUDA: ${order.join(', ')}`].join('\n')).toMatchSnapshot();
  });

  it.each([
    ['GLSL', /set = (\d+), binding = (\d+)/],
    ['SPIRV', /DescriptorSet (\d+), Binding (\d+)/],
  ] as const)(
    'have the layouts of WGSL in %s, and its bindings in other words',
    async (target, words) => {
      const inWgsl = [...(await tableIn(target))].map(([path, cells]) => [
        path,
        cells.map((cell) => cell.replace(words, '@group($1) @binding($2)')),
      ]);
      expect(inWgsl).toEqual([...(await tableIn('WGSL'))]);
    },
  );

  it.each(COMPILE_TARGETS)(
    'follow the stated rule in buffers of plain data in %s',
    async (target) => {
      // Buffers that contain textures are not plain data.
      const withTextures: Partial<Record<CompileTarget, readonly string[]>> = {
        METAL: ['material'],
        CUDA: ['material', 'other', 'uniform parameters', 'work()'],
      };
      expect(strangeBuffers(await rowsIn(target)).sort()).toEqual(withTextures[target] ?? []);
    },
  );

  it('follow the stated rule for any structs in WGSL', () =>
    fc.assert(
      fc.asyncProperty(fc.array(dataStruct, { minLength: 3, maxLength: 3 }), async (structs) => {
        const declarations: string[] = [];
        const names = structs.map((struct) => declareType(struct, declarations));
        const buffers = names.map(
          (name, index) =>
            `ConstantBuffer<${name}> c${index}; RWStructuredBuffer<${name}> b${index};`,
        );
        const uses = names.map((_, index) => `b${index}[0] = c${index};`);
        const source = `${declarations.join(' ')} ${buffers.join(' ')}
            [shader("compute")] [numthreads(1, 1, 1)] void work() { ${uses.join(' ')} }`;
        const { reflection } = await compile('WGSL', source, 'work');
        const rows = runAtOnce(parameterRows(reflection, 'WGSL'));
        const found = allRows(rows).filter((row) => row.buffer).length;
        expect(found).toBeGreaterThanOrEqual(2 * structs.length);
        expect(strangeBuffers(rows)).toEqual([]);
      }),
      { numRuns: 8 },
    ));

  it.each(['WGSL', 'HLSL'] as const)('have the bindings of the %s code', async (target) => {
    const { code } = await compile(target, SOURCE, 'work');
    const written = target === 'WGSL' ? bindingsInWgsl(code) : bindingsInHlsl(code);
    const rows = allRows(await rowsIn(target));
    const shown = new Map(rows.map(({ path, binding }) => [path, binding]));
    expect(written.size).toBeGreaterThan(10);
    for (const [name, binding] of written) {
      // The reflection does not distinguish the parameters of entry points.
      if (!name.startsWith('entryPointParams'))
        expect([name, shown.get(name)]).toEqual([name, binding]);
    }
  });
});

function bindingsInWgsl(code: string): Map<string, string> {
  return new Map(
    readWgslUse(code).bindings.map(({ name, group, binding }) => [
      pathOf(name),
      `@group(${group}) @binding(${binding})`,
    ]),
  );
}

function bindingsInHlsl(code: string): Map<string, string> {
  const declared = code.matchAll(/(\w+?)(?:\[int\(\d+\)\])? : (register\([^)]*\))/g);
  return new Map([...declared].map(([, name = '', binding = '']) => [pathOf(name), binding]));
}

function pathOf(name: string): string {
  const plain = name.replace(/_\d+$/, '');
  return plain === 'globalParams' ? 'uniform parameters' : plain.replace('_', '.');
}

describe('the buffers of demos', () => {
  const strangeIn = (reflection: JsonValue, target: CompileTarget) =>
    strangeBuffers(runAtOnce(parameterRows(reflection, target)));

  it('follow std140 and std430 in WGSL', () => {
    for (const demo of demoNames()) {
      const { reflection } = programOf(precompiledDemo(demo));
      expect({ demo, strange: strangeIn(reflection, 'WGSL') }).toEqual({ demo, strange: [] });
    }
  });

  it.each(SIX_DEMOS)('follow std140 and std430 in the GLSL of %s', async (demo) => {
    const [entryPoint] = entryPointRows(programOf(precompiledDemo(demo)).reflection);
    const { reflection } = await compile('GLSL', await readDemo(demo), entryPoint?.name ?? null);
    const rows = runAtOnce(parameterRows(reflection, 'GLSL'));
    expect(allRows(rows).some(({ buffer }) => buffer)).toBe(true);
    expect(strangeBuffers(rows)).toEqual([]);
  });
});

it('displays a reflection with wrong values without an exception', async () => {
  const { reflection } = await compile('WGSL', SOURCE, null);
  let most = 0;
  for (let seed = 0; seed < 100; seed += 1) {
    const wrong = withWrongValue(reflection, seed);
    for (const { buffer } of allRows(runAtOnce(parameterRows(wrong, 'WGSL')))) {
      if (!buffer) continue;
      for (const { blocks } of ruledLayouts(buffer)) {
        most = Math.max(most, rulerLines(blocks).length);
      }
    }
    expect(entryPointRows(wrong).length).toBeLessThan(10);
  }
  expect(most).toBeLessThan(2000);
});

const WRONG: readonly JsonValue[] = [null, -1, 0, 1e9, 0.5, '', 'other', [], {}, [null], true];

/** Replaces one value in the JSON, depending on the seed. */
function withWrongValue(json: JsonValue, seed: number): JsonValue {
  let count = 0;
  JSON.stringify(json, (_, value) => {
    count += 1;
    return value;
  });
  const wanted = (seed * 7919) % count;
  let at = -1;
  const text = JSON.stringify(json, (_, value) => {
    at += 1;
    return at === wanted ? WRONG[seed % WRONG.length] : value;
  });
  return JSON.parse(text);
}

it('lists the entry points with their groups and inputs', async () => {
  const { reflection } = await compile('WGSL', await readDemo('entrypoint'), null);
  const compute = await compile('WGSL', SOURCE, null);
  expect([...entryPointRows(compute.reflection), ...entryPointRows(reflection)]).toEqual([
    {
      ...{ name: 'work', stage: 'compute', groupSize: [8, 4, 2], threads: 64 },
      inputs: ['uint3 id: SV_DISPATCHTHREADID', 'uint at: SV_GROUPINDEX'],
    },
    {
      ...{ name: 'paintColors', stage: 'fragment', groupSize: null, threads: null },
      inputs: ['float2 uv: UV'],
    },
    {
      ...{ name: 'paintBackground', stage: 'fragment', groupSize: null, threads: null },
      inputs: ['float2 uv: UV'],
    },
    {
      ...{ name: 'shadeVertex', stage: 'vertex', groupSize: null, threads: null },
      inputs: [
        ...['float3 vertex.position: POSITION', 'float3 vertex.normal: NORMAL'],
        'float2 vertex.uv: TEXCOORD',
      ],
    },
    {
      ...{ name: 'shadeFragment', stage: 'fragment', groupSize: null, threads: null },
      inputs: ['float3 input.normal: NORMAL', 'float2 input.uv: TEXCOORD'],
    },
  ]);
});
