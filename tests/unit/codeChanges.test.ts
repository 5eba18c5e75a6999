import { beforeAll, expect, it } from 'vitest';
import {
  COMPILE_TARGETS,
  type CompileTarget,
  compilesWholeProgram,
} from '#core/output/compileTarget.ts';
import { compareCode } from '#core/output/difference/showDifference.ts';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import { createTestCompiler, readDemo } from '../support/compiler.ts';
import { describeChanges } from '../support/describeChanges.ts';

const KERNEL = '[shader("compute")] [numthreads(64, 1, 1)]';

const SHADER = `RWStructuredBuffer<float> values;

static const float SCALE = 0.5;

float wave(float x)
{
    float angle = x * 6.0 + 1.0;
    return sin(angle) * SCALE;
}

float ramp(float x)
{
    return saturate(x);
}

${KERNEL}
void work(uint3 thread : SV_DispatchThreadID)
{
    float x = values[thread.x];
    float sum = 0;
    for (int i = 0; i < 3; i++)
        sum += wave(x + i);
    values[thread.x] = sum + ramp(x);
}
`;

let compiler: Compiler;
beforeAll(async () => {
  compiler = await createTestCompiler();
});

async function compile(target: CompileTarget, sourceCode: string, entryPoint: string) {
  const entrypoint = compilesWholeProgram(target) ? null : entryPoint;
  const request = { target, entrypoint, sourceCode, shaderPath: '/user.slang' };
  const answer = await compiler.compile(request);
  if (!answer.succ) throw new Error(`${answer.message}\n${answer.log}`);
  return answer.result.code;
}

/** An edit that replaces texts that occur once in the source. */
type Edit = readonly (readonly [old: string, replacement: string])[];

async function changesOf(
  target: CompileTarget,
  edit: Edit,
  { source = SHADER, entryPoint = 'work' } = {},
): Promise<string> {
  let edited = source;
  for (const [old, replacement] of edit) {
    expect(edited.split(old)).toHaveLength(2);
    edited = edited.replace(old, () => replacement);
  }
  const before = await compile(target, source, entryPoint);
  const after = await compile(target, edited, entryPoint);
  return describeChanges(before, after, compareCode({ target, before, after }));
}

it('shows a changed constant as one line of WGSL', async () => {
  expect(await changesOf('WGSL', [['x * 6.0', 'x * 7.0']])).toMatchInlineSnapshot(`
    "- 5: return sin(x_0 * [6.0f] + 1.0f) * 0.5f;
    + 5: return sin(x_0 * [7.0f] + 1.0f) * 0.5f;

    1 added, 1 removed, 0 renamed"
  `);
});

it('shows an extracted function as added, and its call as a replacement', async () => {
  const edit: Edit = [
    ['float wave(', 'float angleOf(float x)\n{\n    return x * 6.0 + 1.0;\n}\n\nfloat wave('],
    [
      'float angle = x * 6.0 + 1.0;\n    return sin(angle)',
      'float angle = angleOf(x);\n    return sin(angle)',
    ],
  ];
  expect(await changesOf('METAL', edit)).toMatchInlineSnapshot(`
    "+ 7: float angleOf_0(float x_0)
    + 8: {
    + 9: return x_0 * 6.0 + 1.0;
    + 10: }

    - 10: return sin(x_0 [* 6.0 + 1.0]) * 0.5;
    + 15: return sin([angleOf_0(]x_1[)]) * 0.5;

    5 added, 1 removed, 6 renamed"
  `);
});

it('shows an unrolled loop as replaced by its statements', async () => {
  const edit: Edit = [['    for (int i', '    [ForceUnroll]\n    for (int i']];
  expect(await changesOf('WGSL', edit)).toMatchInlineSnapshot(`
    "- 18: var x_2 : f32 = values_0[_S1];
    - 19: var i_0 : i32 = i32(0);
    - 20: var sum_0 : f32 = 0.0f;
    - 21: for(;;)
    - 22: {
    - 23: if(i_0 < i32(3))
    - 24: {
    - 25: }
    - 26: else
    - 27: {
    - 28: break;
    - 29: }
    - 30: var sum_1 : f32 = sum_0 + wave_0(x_2 + f32(i_0));
    - 31: i_0 = i_0 + i32(1);
    - 32: sum_0 = sum_1;
    - 33: }
    - 34: values_0[_S1] = sum_0 + ramp_0(x_2);
    + 18: values_0[_S1] = wave_0(values_0[_S1]) + wave_0(values_0[_S1] + 1.0f) + wave_0(values_0[_S1] + 2.0f) + ramp_0(values_0[_S1]);

    1 added, 17 removed, 0 renamed"
  `);
});

it('ignores the order of functions', async () => {
  const ramp = SHADER.slice(SHADER.indexOf('float ramp'), SHADER.indexOf(KERNEL));
  const edit: Edit = [
    [ramp, ''],
    ['float wave(', `${ramp}float wave(`],
  ];
  expect(await changesOf('CUDA', edit)).toMatchInlineSnapshot(`"0 added, 0 removed, 0 renamed"`);
});

it('follows a changed type through SPIR-V', async () => {
  const edit: Edit = [
    ['float ramp(float x)', 'float ramp(int x)'],
    ['saturate(x)', 'float(x)'],
    ['ramp(x)', 'ramp(int(x))'],
  ].map(([old = '', replacement = '']) => [old, replacement] as const);
  expect(await changesOf('SPIRV', edit)).toMatchInlineSnapshot(`
    "+ 20: OpName %x_0 "x"
    + 21: OpName %ramp "ramp"

    + 50: %48 = OpTypeFunction %float %int

    - 83: %45 = OpExtInst %float %46 FClamp %x %float_0 %float_1
    + 86: %45 = OpConvertFToS %int %x
    + 87: %46 = OpFunctionCall %float %ramp %45

    + 111: %ramp = OpFunction %float None %48
    + 112: %x_0 = OpFunctionParameter %int
    + 113: %50 = OpLabel
    + 114: %51 = OpConvertSToF %float %x_0
    + 115: OpReturnValue %51
    + 116: OpFunctionEnd

    11 added, 1 removed, 23 renamed"
  `);
});

it('shows the uses of an inserted parameter in CUDA, and no later changes', async () => {
  const source = await readDemo('circle');
  const edit: Edit = [['float3 palette(float t)', 'float3 palette(float t, float gain = 1.5)']];
  expect(await changesOf('CUDA', edit, { source, entryPoint: 'drawRing' })).toMatchInlineSnapshot(`
    "- 4823: __device__ float3  palette_0(float t_0)
    + 4823: __device__ float3  palette_0(float t_0[, float gain_0])

    - 4862: return palette_0(_S11 / 6.28318548202514648f + 0.11999999731779099f * globalParams_0->time_0 + 0.34999999403953552f * _S15) * make_float3 (0.03500000014901161f / (_S15 + 0.01200000010430813f));
    + 4862: return palette_0(_S11 / 6.28318548202514648f + 0.11999999731779099f * globalParams_0->time_0 + 0.34999999403953552f * _S15[, 1.5f]) * make_float3 (0.03500000014901161f / (_S15 + 0.01200000010430813f));

    2 added, 2 removed, 0 renamed"
  `);
});

it.each(COMPILE_TARGETS)('ignores randomly renumbered names in %s', async (target) => {
  const before = await compile(target, await readDemo('circle'), 'drawRing');
  const after = renumbered(before, target === 'SPIRV' ? /%\d+\b/g : /\b(?:_S|[A-Za-z_]\w*_)\d+\b/g);
  const difference = compareCode({ target, before, after });
  expect(difference).toMatchObject({ added: 0, removed: 0, hunks: [] });
  expect(difference.renamed).toBeGreaterThan(20);
});

/** Renumbers the numbered names of each kind, in another order. */
function renumbered(code: string, names: RegExp): string {
  let seed = 5;
  const numbers = new Map<string, number>();
  for (const name of code.match(names) ?? []) {
    if (numbers.has(name)) continue;
    seed = (seed * 16_807) % 2_147_483_647;
    numbers.set(name, seed);
  }
  return code.replace(names, (name) => name.replace(/\d+$/, `${numbers.get(name)}`));
}
