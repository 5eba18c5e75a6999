import { expect, it } from 'vitest';
import { type MappedOutput, mapSource } from '../../../../tests/support/lineMaps.ts';
import { PART_SIZE } from './lineMap.ts';

const SOURCE = `import playground;
[playground::TIME]
uniform float time;
[playground::ZEROS(8)]
RWStructuredBuffer<float> values;
groupshared float shared[8];
[shader("compute")]
[numthreads(8, 1, 1)]
[playground::CALL(8, 1, 1)]
void
main(
    uint3 thread : SV_DispatchThreadID
)
{
    shared[thread.x] = values[thread.x];
    values[thread.x] = shared[0] * time;
}
`;

/** Lists the code lines, or parts of lines, that come from a source line. */
function codeOf({ code, map }: MappedOutput, line: number): string[] {
  const lines = code.split('\n');
  const whole = map.origins.flatMap((origin, at) =>
    origin?.kind === 'line' && origin.line === line ? [lines[at] ?? ''] : [],
  );
  const parts: string[] = [];
  for (let at = 0; at < map.parts.length; at += PART_SIZE) {
    const [number = 0, from, to, , source] = map.parts.subarray(at, at + PART_SIZE);
    if (source === line) parts.push(lines[number - 1]?.slice(from, to) ?? '');
  }
  return [...whole, ...parts].map((text) => text.trim());
}

it('maps attributes, headers over several lines, and globals to their code', async () => {
  const { outputs } = await mapSource(SOURCE, [], ['METAL', 'CUDA', 'WGSL', 'SPIRV']);
  const found = Object.fromEntries(
    outputs.map((output) => [
      output.target,
      { shader: codeOf(output, 7), group: codeOf(output, 8), time: codeOf(output, 3)[0] },
    ]),
  );
  expect(found).toEqual({
    METAL: { shader: ['[[kernel]]'], group: [], time: 'float time_0;' },
    CUDA: { shader: ['extern "C" __global__'], group: [], time: 'float time_0;' },
    WGSL: {
      ...{ shader: ['@compute'], group: ['@workgroup_size(8, 1, 1)'] },
      time: '@align(16) time_0 : f32,',
    },
    SPIRV: {
      shader: [expect.stringMatching(/^OpEntryPoint GLCompute %main/)],
      group: ['OpExecutionMode %main LocalSize 8 1 1'],
      time: 'OpMemberName %GlobalParams_std140 0 "time"',
    },
  });
  for (const output of outputs) {
    // The line of `main`.
    const header = output.target === 'SPIRV' ? /%main = OpFunction/ : /\bmain(?:_0)?\(/;
    expect(codeOf(output, 11)).toContainEqual(expect.stringMatching(header));
  }
});
