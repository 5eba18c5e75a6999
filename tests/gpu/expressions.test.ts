import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import type { DebuggerState } from '#tools/debugger/state.ts';
import { watchedNow, watchedText } from '#tools/debugger/trace/computedValue.ts';
import { shortText } from '#tools/debugger/trace/formatValue.ts';
import { createTestCompiler } from '../support/compiler.ts';
import { realDebugger } from '../support/realDebugger.ts';
import { requestRealDevice } from '../support/realDevice.ts';

let device: GPUDevice;
let compiler: Compiler;
beforeAll(async () => {
  device = await requestRealDevice();
  compiler = await createTestCompiler();
});

type Run = Awaited<ReturnType<typeof realDebugger>>;

let run: Run | null = null;
afterEach(() => run?.dispose());

const SOURCE = `import playground; import rendering;
struct Ray { float3 origin; float3 direction; };
[playground::ZEROS(64)] RWStructuredBuffer<uint> marks;
static const float SCALE = 0.25;
float height(float x, float y) { return x * x - y; }
float noted(float x) { marks[0] = 3; return x; }
T twice<T : __BuiltinFloatingPointType>(T value)
{
    T doubled = value + value;
    return doubled;
}
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL(8, 8, 1)]
void march(uint2 at : SV_DispatchThreadID)
{
    Ray ray = { float3(at, 1.0), float3(0.0, 0.6, 0.8) };
    float far = twice(float(at.x));
    uint sum = 0;
    for (uint i = 0; i < 4; i++)
    {
        sum += i * i;
        if (sum > 4 && far > 1.0)
            break;
    }
    while (sum > 3)
        sum /= 2;
    marks[at.x] = sum;
    float squares[20];
    for (uint k = 0; k < 20; k++)
        squares[k] = k * k;
    marks[63] = uint(squares[at.x]);
}
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID)
{
    drawPixel(at, (int2 screen) => float4(float(marks[at.x % 64]), 0, 0, 1));
}
`;

async function traced(thread: readonly [number, number, number]) {
  const debuggerRun = await realDebugger(device, compiler, SOURCE);
  run = debuggerRun;
  await debuggerRun.does((commands) => commands.traceThread('march', thread));
  return debuggerRun;
}

/** Goes to the step of this number on a line, and computes an expression there. */
async function computed(
  { does, session: { store } }: Run,
  line: number,
  time: number,
  expression: string,
) {
  const { shown } = await does(() => {});
  if (!shown) throw new Error('Nothing is traced.');
  const { steps, program } = shown.replay.trace;
  const onLine = steps.flatMap(({ site }, at) => (program.sites[site]?.line === line ? at : []));
  await does((commands) => commands.goTo(onLine[time] ?? -1));
  await does((commands) => commands.computeExpression(expression));
  return new Promise<string>((resolve) => {
    const check = ({ shown: now, computed: found }: DebuggerState) => {
      const value = now && watchedNow(now, found, expression);
      if (value?.kind === 'value') resolve(shortText(value.value));
      else if (value?.kind === 'problem') resolve(value.text);
      else if (value?.kind === 'none') resolve('none');
    };
    store.subscribe(check);
    check(store.getState());
  });
}

describe('an expression at a step', () => {
  it.each([
    [16, 0, 'ray.origin + 2.0 * ray.direction', '(5, 3.2, 2.6)'],
    [16, 0, 'dot(ray.origin, ray.direction) * SCALE', '0.5'],
    [16, 0, 'height(3.0, far)', '-1'],
    [16, 0, 'marks[60] + 7u', '7'],
    [16, 0, 'height(ray.origin.x, SCALE) > 24.0', 'true'],
    [16, 0, 'far > 2.0 ? uint2(1, 2) : uint2(0)', '(1, 2)'],
    [16, 0, 'float2x2(1, 2, 3, far)', '((1, 2), (3, 10))'],
    [20, 0, 'sum * 10', '0'],
    [20, 2, 'sum * 10', '50'],
    [21, 1, 'sum + i', '2'],
    [24, 0, 'sum + 0.5', '5.5'],
    [9, 0, 'value * value', '25'],
    [10, 0, 'doubled * doubled', '100'],
    [30, 0, 'squares[19]', '361'],
    [30, 0, 'squares[at.x + 12]', '289'],
  ])('on line %i, time %i: %s is %s', async (line, time, expression, value) => {
    expect(await computed(await traced([5, 2, 0]), line, time, expression)).toBe(value);
  });

  it.each([
    ['nothing + 1.0', 'undefined identifier'],
    ['height(1.0', 'single expression'],
    ['height(1.0)', 'not enough arguments'],
    ['sum++', 'changes a variable'],
    ['noted(2.0)', 'noted may change something'],
    ['1 +', 'refuses'],
  ])('says why %s has no value', async (expression, text) => {
    expect(await computed(await traced([5, 2, 0]), 16, 0, expression)).toContain(text);
  });
});

it('leaves the resources and the trace as they were', async () => {
  const debuggerRun = await traced([5, 2, 0]);
  const before = debuggerRun.session.store.getState().shown?.replay;
  expect(await computed(debuggerRun, 16, 0, 'height(2.0, 1.0)')).toBe('3');
  expect(debuggerRun.session.store.getState().shown?.replay).toBe(before);
  const { shown } = await debuggerRun.does((commands) => commands.traceThread('march', [5, 2, 0]));
  expect(shown?.replay.trace.steps).toEqual(before?.trace.steps);
});

it('says the type and the size of a resource, without the GPU', async () => {
  const debuggerRun = await realDebugger(
    device,
    compiler,
    `import playground; import rendering;
struct Ray { float3 origin; float3 direction; };
[playground::ZEROS(64)] RWStructuredBuffer<Ray> rays;
[playground::ZEROS(10)] RWByteAddressBuffer bytes;
[playground::BLACK(32, 16)] RWTexture2D<float> depth;
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID)
{
    bytes.Store(0, at.x);
    depth[at] = rays[at.x].origin.x;
    outputTexture.Store(at, float4(1));
}
`,
  );
  run = debuggerRun;
  const { shown } = await debuggerRun.does((commands) => commands.traceThread('paint', [1, 2, 0]));
  const textOf = (name: string) =>
    shown && watchedText(watchedNow(shown, new Map(), name), shortText);
  expect(['rays', 'bytes', 'depth', 'outputTexture', 'at.x'].map(textOf)).toEqual([
    'RWStructuredBuffer<Ray>, 64 elements',
    'RWByteAddressBuffer, 10 elements',
    'RWTexture2D<float>, 32 × 16',
    'WTexture2D<float4>, 64 × 48',
    '1',
  ]);
});
