import { describe, expect, it } from 'vitest';
import { mapSource } from '../../../../tests/support/lineMaps.ts';
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

/** Compiles once for all tests. */
const compiled = mapSource(SOURCE, [], ['SPIRV']);

async function mapped() {
  const [output] = (await compiled).outputs;
  if (!output) throw new Error('The source does not compile to SPIR-V.');
  return output;
}

it('maps nothing else before the functions, and each OpFunctionEnd to the whole function', async () => {
  const { code, map } = await mapped();
  const lines = code.split('\n');
  for (const text of [/OpCapability/, /OpName %rise/, /OpConstant %float 0.5/])
    expect(map.origins[lines.findIndex((line) => text.test(line))]).toBeNull();
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
