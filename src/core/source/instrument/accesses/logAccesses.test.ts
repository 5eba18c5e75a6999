import { describe, expect, it } from 'vitest';
import { type CompiledProgram, runRequest } from '#core/output/compileResult.ts';
import { instrumentSource } from '#core/source/instrument/instrumentSource.ts';
import { runAtOnce } from '#core/util/slices.ts';
import { createTestCompiler } from '../../../../../tests/support/compiler.ts';
import { logAccesses } from './logAccesses.ts';

const compiler = await createTestCompiler();

async function compile(source: string): Promise<CompiledProgram> {
  const { text, otherFiles } = instrumentSource(`import playground; ${source}`, 'accesses');
  const answer = await compiler.compile(runRequest(text, otherFiles));
  if (!answer.succ) throw new Error(answer.log);
  return answer.result;
}

const kernel = (body: string) =>
  `[shader("compute")] [numthreads(8, 1, 1)] void main(uint3 id : SV_DispatchThreadID) { ${body} }`;

/** Such as `store sums, line 2`. */
async function accessesOf(source: string): Promise<string[]> {
  const { sites } = instrumentSource(`import playground; ${source}`, 'accesses');
  const { accesses, resources } = runAtOnce(logAccesses(await compile(source), 'trace_')).table;
  return accesses.map(({ kind, resource, part, site }) => {
    const { name } = resources[resource] ?? { name: '' };
    const line = site === null ? '?' : sites[site]?.line;
    return `${kind} ${[name, ...part].join('.')}, line ${line}`;
  });
}

describe('the places that access memory', () => {
  it('are loads and stores of elements, parts and bytes, with the lines of their statements', async () => {
    const source = `struct Pair { float2 one; float other[2]; };
RWStructuredBuffer<Pair> pairs; RWByteAddressBuffer bytes; StructuredBuffer<float> table;
${kernel(`
  pairs[id.x].one.y = table[id.x];
  pairs[id.x].other[1] += 2;
  pairs[id.x].other[id.y] = 3;
  bytes.Store(8, 4);`)}`;
    expect(await accessesOf(source)).toEqual([
      'store pairs.one.1, line 4',
      'load table, line 4',
      'store pairs.other.1, line 5',
      'load pairs.other.1, line 5',
      'store pairs.other.[], line 6',
      'store bytes, line 7',
    ]);
  });

  it('are atomic operations', async () => {
    const source = `RWStructuredBuffer<Atomic<uint>> counts; RWStructuredBuffer<uint> got;
${kernel('counts[1].add(2); got[id.x] = counts[id.x].load();')}`;
    expect(await accessesOf(source)).toEqual([
      'atomic counts, line 2',
      'atomic load counts, line 2',
      'store got, line 2',
    ]);
  });

  it('are texels, in functions too', async () => {
    const source = `[format("r32f")] RWTexture2D<float> dots; Texture2D<float4> image; SamplerState how;
float load(uint2 at) { return dots[at]; }
${kernel('dots[id.xy] = load(id.yx) + image.SampleLevel(how, float2(id.xy), 0).x + image[id.xy].x;')}`;
    expect(await accessesOf(source)).toEqual([
      'load dots, line 2',
      'store dots, line 3',
      'load image, line 3',
      'load image, line 3',
    ]);
  });

  it('are shared variables and arrays', async () => {
    const source = `groupshared float tile[4][2]; groupshared float sum; RWStructuredBuffer<float> got;
${kernel(`
  tile[id.x / 2][id.x % 2] = 1; sum = 2;
  GroupMemoryBarrierWithGroupSync();
  got[id.x] = sum + tile[1][id.x % 2];`)}`;
    expect(await accessesOf(source)).toEqual([
      'store tile, line 3',
      'store sum, line 3',
      'store got, line 5',
      'load sum, line 5',
      'load tile, line 5',
    ]);
  });
});

describe('the code that logs', () => {
  it('keeps indices as they are', async () => {
    const source = `groupshared float tile[4][2]; RWStructuredBuffer<float> got;
${kernel('tile[id.x / 2][id.y] = 1; got[id.x] = 2;')}`;
    const { code } = runAtOnce(logAccesses(await compile(source), 'trace_')).program;
    expect(code).toMatch(
      /tile_0\[\w+ \/ u32\(2\)\]\[trace_inner\(u32\(\d+\), u32\(\w+ \/ u32\(2\)\) \* u32\(2\), u32\(.+?\)\)\] = 1\.0f;/,
    );
    expect(code).toMatch(/got_0\[trace_element_got_0\(u32\(\d+\), u32\(\w+\)\)\] = 2\.0f;/);
  });

  it('counts barriers', async () => {
    const source = `groupshared float sum; RWStructuredBuffer<float> got;
${kernel('sum = 1; GroupMemoryBarrierWithGroupSync(); AllMemoryBarrierWithGroupSync(); got[0] = sum;')}`;
    const { code } = runAtOnce(logAccesses(await compile(source), 'trace_')).program;
    expect(
      code.match(/Barrier\(\); trace_barriers_0 = trace_barriers_0 \+ u32\(1\);/g),
    ).toHaveLength(2);
  });

  it('does not change a program without the function that logs', async () => {
    const answer = await compiler.compile(
      runRequest(`RWStructuredBuffer<float> got; ${kernel('got[0] = 1;')}`),
    );
    if (!answer.succ) throw new Error(answer.log);
    const { program, table } = runAtOnce(logAccesses(answer.result, 'trace_'));
    expect([program.code, table.accesses]).toEqual([answer.result.code, []]);
  });
});
