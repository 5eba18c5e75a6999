import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import { createTestCompiler } from '../support/compiler.ts';
import { realDebugger } from '../support/realDebugger.ts';
import { requestRealDevice } from '../support/realDevice.ts';

const WIDTH = 64;
const HEIGHT = 48;

let device: GPUDevice;
let compiler: Compiler;
beforeAll(async () => {
  device = await requestRealDevice();
  compiler = await createTestCompiler();
});

let end: (() => void) | null = null;
afterEach(() => end?.());

/** Its lines are numbered in the tests below. */
const SOURCE = `import playground;
import rendering;
enum Side { Left, Right };
T squared<T : __BuiltinFloatingPointType>(T value)
{
    let product = value * value;
    return product;
}
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID)
{
    float2 place = float2(at) / 8.0;
    Side side = at.x < 32 ? Side.Left : Side.Right;
    uint sum = 0;
    for (uint i = 0; i < at.y; i++)
        sum += i;
    if (sum > 100)
    {
        if (at.x == 3) return;
        sum -= 100;
    }
    while (sum > 50) sum /= 2;
    if (side == Side.Right && at.x > 1000)
        sum = 7;
    drawPixel(at, (int2 screen) =>
    {
        float height = squared(place.x) + squared(place.y);
        return float4(height, float(sum), 0.0, 1.0);
    });
}
`;

type Counts = (x: number, y: number) => boolean;

const sumOf = (y: number) => (y * (y - 1)) / 2;
const passes = (x: number, y: number) => !(sumOf(y) > 100 && x === 3);

/** Breakpoints by line, each with the threads that it counts. */
const CASES: readonly (readonly [line: number, condition: string | null, counts: Counts])[] = [
  [10, null, () => true],
  [12, 'place.x >= 4.0 && place.y < 1.0', (x, y) => x >= 32 && y < 8],
  [13, 'side == Side.Left', (x) => x < 32],
  [15, 'i == 5', (_, y) => y >= 5],
  [16, null, (_, y) => y > 0],
  [17, 'sum > 100', (_, y) => sumOf(y) > 100],
  [19, 'at.x == 3', (x, y) => sumOf(y) > 100 && x === 3],
  [20, null, (x, y) => sumOf(y) > 100 && x !== 3],
  [22, null, passes],
  [24, null, () => false],
  [25, 'sum > 60', () => false],
  [27, 'height > 20.0', (x, y) => passes(x, y) && (x * x + y * y) / 64 > 20],
  [28, 'at.x % 2 == 0', (x, y) => passes(x, y) && x % 2 === 0],
];

const countOf = (counts: Counts) => {
  let count = 0;
  for (let y = 0; y < HEIGHT; y += 1)
    for (let x = 0; x < WIDTH; x += 1) count += counts(x, y) ? 1 : 0;
  return count;
};

it('counts the threads that come to each breakpoint, as a CPU does', async () => {
  const run = await realDebugger(device, compiler, SOURCE);
  end = run.dispose;
  const { hits } = await run.does((commands) => {
    for (const [line, condition] of CASES) commands.setBreakpoint({ line, condition });
    commands.countHits();
  });
  const counted = hits?.breakpoints.map(({ breakpoint: { line }, found }) => [
    line,
    found.kind === 'counted' ? (found.threads?.count ?? 0) : found.text,
  ]);
  expect(counted).toEqual(CASES.map(([line, , counts]) => [line, countOf(counts)]));
  for (const [index, [, , counts]] of CASES.entries()) {
    const found = hits?.breakpoints[index]?.found;
    if (found?.kind !== 'counted' || !found.threads) continue;
    const [x, y] = found.threads.thread;
    expect(counts(x, y)).toBe(true);
  }
});

it('traces the first of the threads, and goes to the breakpoint', async () => {
  const run = await realDebugger(device, compiler, SOURCE);
  end = run.dispose;
  const breakpoint = { line: 20, condition: 'sum < 30' };
  const { hits } = await run.does((commands) => {
    commands.setBreakpoint(breakpoint);
    commands.countHits();
  });
  const found = hits?.breakpoints[0]?.found;
  const threads = found?.kind === 'counted' ? found.threads : null;
  if (!threads) throw new Error('No thread was counted.');
  const { shown } = await run.does((commands) => commands.openHit(breakpoint, threads));
  expect(shown?.target).toMatchObject({ entryPoint: 'paint', thread: threads.thread });
  const step = shown?.step ?? -1;
  expect(shown?.replay.lineAt(step)).toBe(20);
  expect(shown?.replay.watch(step, 'sum')).toMatchObject({
    value: sumOf(threads.thread[1]) - 100,
  });
});

it('says why a breakpoint cannot be counted, and counts the others', async () => {
  const run = await realDebugger(device, compiler, SOURCE);
  end = run.dispose;
  const { hits } = await run.does((commands) => {
    commands.setBreakpoint({ line: 11, condition: null });
    commands.setBreakpoint({ line: 14, condition: 'height > 1.0' });
    commands.setBreakpoint({ line: 17, condition: null });
    commands.countHits();
  });
  expect(hits?.breakpoints.map(({ found }) => found)).toMatchObject([
    { kind: 'problem', text: expect.stringContaining('Nothing on this line is recorded') },
    { kind: 'problem', text: expect.stringContaining('height') },
    { kind: 'counted', threads: { count: WIDTH * HEIGHT } },
  ]);
});

/** Lines 6 and 8 have loops, whose variables are `i` and `j`. */
const LOOPS = `import playground; import rendering;
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID)
{
    int sum = 0;
    for (int i = 0; i < 3; i++) sum += i;
    int j;
    for (j = 5; j > 0; j -= 2)
    {
        sum += j;
    }
    [ForceUnroll] for (int k = 0; k < 3; k++) sum += k;
    outputTexture.Store(at, float4(sum));
}
`;

/** By condition: the sums at all stops, of which the last may be the test that ends the loop. */
const STOPS: readonly (readonly [line: number, condition: string, sums: readonly number[]])[] = [
  [6, 'i == 0', [0]],
  [6, 'i == 1', [0]],
  [6, 'i == 3', [3]],
  [6, 'i >= 1', [0, 1, 3]],
  [6, 'i == 4', []],
  [8, 'j == 5', [3]],
  [8, 'j == 3', [8]],
  [8, 'j == -1', [12]],
  [12, 'k == 1', [12]],
];

it.each(STOPS)('line %d stops if %s, where the loop tests its condition', async (...stop) => {
  const [line, condition, sums] = stop;
  const run = await realDebugger(device, compiler, LOOPS);
  end = run.dispose;
  const { hits } = await run.does((commands) => {
    commands.setBreakpoint({ line, condition });
    commands.countHits();
  });
  const found = hits?.breakpoints[0]?.found;
  const count = sums.length > 0 ? WIDTH * HEIGHT : 0;
  expect(found?.kind === 'counted' && (found.threads?.count ?? 0)).toBe(count);
  const { shown } = await run.does((commands) => commands.traceThread('paint', [1, 2, 0]));
  const replay = shown?.replay;
  if (!replay) throw new Error('Nothing was traced.');
  const stops: unknown[] = [];
  const breakpoints = [{ line, condition }];
  for (let step = 0, next = 0; ; step = next) {
    next = replay.move(step, { kind: 'continue', breakpoints });
    if (next === step) break;
    const sum = replay.watch(next, 'sum');
    stops.push(sum?.kind === 'number' && sum.value);
  }
  expect(stops).toEqual(sums);
});
