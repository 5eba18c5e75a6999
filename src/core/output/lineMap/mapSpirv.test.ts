import { describe, expect, it } from 'vitest';
import { mapSource } from '../../../../tests/support/lineMaps.ts';
import type { LineMap } from './lineMap.ts';
import { mapSpirv } from './mapLines.ts';
import { likeliestPath } from './placeInstructions.ts';

const SOURCE = `import playground;
import rendering;

static const float LIMIT = 0.75;

struct Wave { float height; float speed; };

[playground::ZEROS(64)]
RWStructuredBuffer<Wave> waves;

float rise(Wave wave, float at)
{
    let angle = wave.speed * at + 0.5;
    let height = wave.height * sin(angle);
    if (height > LIMIT)
        return LIMIT;
    float sum = 0.25;
    for (int step = 0; step < 5; step += 1)
        sum += height * exp(sum);
    return sqrt(sum);
}

[shader("compute")]
[numthreads(8, 8, 1)]
[playground::CALL::SIZE_OF("outputTexture")]
void draw(uint2 pixel : SV_DispatchThreadID)
{
    drawPixel(pixel, (int2 screen) =>
    {
        let light = rise(waves[pixel.x & 63], 0.125);
        return float4(light, 0.3, 0.4, 1.0);
    });
}
`;

/** Finds the source line, or a function's range, of the first instruction with this text. */
function finder(code: string, map: LineMap) {
  const lines = code.split('\n');
  return (instruction: RegExp) => {
    const at = lines.findIndex((line) => instruction.test(line));
    const origin = map.origins[at];
    if (!origin) return null;
    const file = map.files[origin.file];
    if (origin.kind === 'function') return `lines ${origin.from} to ${origin.to}`;
    const text = file?.kind === 'project' ? SOURCE.split('\n')[origin.line - 1]?.trim() : '';
    return `${file?.kind === 'project' ? origin.line : file?.name}: ${text}`;
  };
}

/** Compiles once for all tests. */
const compiled = mapSource(SOURCE, [], ['SPIRV']);

async function mapped() {
  const [output] = (await compiled).outputs;
  if (!output) throw new Error('The source does not compile to SPIR-V.');
  return { ...output, lineOf: finder(output.code, output.map) };
}

it('maps instructions to the lines with the same names and numbers', async () => {
  const { lineOf } = await mapped();
  expect(lineOf(/OpFAdd %float %\d+ %float_0_5/)).toBe('13: let angle = wave.speed * at + 0.5;');
  expect(lineOf(/OpExtInst %float %\d+ Sin/)).toBe('14: let height = wave.height * sin(angle);');
  expect(lineOf(/OpFOrdGreaterThan/)).toBe('15: if (height > LIMIT)');
  expect(lineOf(/OpReturnValue %float_0_75/)).toBe('16: return LIMIT;');
  expect(lineOf(/OpSLessThan/)).toBe('18: for (int step = 0; step < 5; step += 1)');
  expect(lineOf(/OpIAdd %int/)).toBe('18: for (int step = 0; step < 5; step += 1)');
  expect(lineOf(/OpExtInst %float %\d+ Exp/)).toBe('19: sum += height * exp(sum);');
  expect(lineOf(/OpExtInst %float %\d+ Sqrt/)).toBe('20: return sqrt(sum);');
  const call = '30: let light = rise(waves[pixel.x & 63], 0.125);';
  expect(lineOf(/OpFunctionCall %float %rise/)).toBe(call);
});

it('maps functions, parameters, variables and globals to their declarations', async () => {
  const { lineOf } = await mapped();
  expect(lineOf(/%rise = OpFunction/)).toBe('11: float rise(Wave wave, float at)');
  expect(lineOf(/%wave = OpFunctionParameter/)).toBe('11: float rise(Wave wave, float at)');
  expect(lineOf(/%draw = OpFunction/)).toBe('26: void draw(uint2 pixel : SV_DispatchThreadID)');
  expect(lineOf(/%sum = OpVariable/)).toBe('17: float sum = 0.25;');
  expect(lineOf(/%waves = OpVariable/)).toBe('9: RWStructuredBuffer<Wave> waves;');
  expect(lineOf(/%drawPixel = OpFunction/)).toBe('rendering: ');
});

it('maps entry points, group sizes and member names to their lines', async () => {
  const { lineOf } = await mapped();
  expect(lineOf(/OpEntryPoint/)).toBe('23: [shader("compute")]');
  expect(lineOf(/OpExecutionMode/)).toBe('24: [numthreads(8, 8, 1)]');
  expect(lineOf(/OpMemberName .* "speed"/)).toBe('6: struct Wave { float height; float speed; };');
});

it('maps nothing else before the functions, and each OpFunctionEnd to the whole function', async () => {
  const { lineOf, code, map } = await mapped();
  for (const text of [/OpCapability/, /OpName %rise/, /OpConstant %float 0.5/])
    expect(lineOf(text)).toBeNull();
  const lines = code.split('\n');
  const start = lines.findIndex((line) => /%rise = OpFunction/.test(line));
  const end = lines.findIndex((line, at) => at > start && /OpFunctionEnd/.test(line));
  expect(map.origins[end]).toMatchObject({ kind: 'function', from: 11, to: 21 });
});

it('maps nothing without GLSL, or if the text is empty or not SPIR-V', async () => {
  const { code } = await mapped();
  for (const text of [code, '', 'float4 main()\n"']) {
    const { origins } = mapSpirv(text, [], { sources: {}, libraries: {} });
    expect([origins.length, new Set(origins)]).toEqual([text.split('\n').length, new Set([null])]);
  }
});

describe('the likeliest path', () => {
  const step = (...gains: [number, number][]) => ({
    gains: gains.map(([state, worth]) => ({ states: [state], worth })),
    isJump: false,
  });

  it('keeps its state without evidence, and changes it with evidence', () => {
    const places = likeliestPath([step([0, 4]), step(), step([0, 4]), step([1, 4])], 3);
    expect(places?.map(({ state }) => state)).toEqual([0, 0, 0, 1]);
    expect(places?.[1]?.margin).toBeGreaterThan(1);
  });

  it('is uncertain about a step with two equal candidates', () => {
    const places = likeliestPath([step([0, 4]), step(), step([1, 4])], 3);
    expect(places?.[1]?.margin).toBe(0);
  });

  it('gives up if there are too many states and steps to compare', () => {
    const many = Array.from({ length: 30_000 }, () => step());
    expect(likeliestPath(many, 1000)).toBeNull();
    expect(likeliestPath([step()], 0)).toEqual([]);
  });
});
