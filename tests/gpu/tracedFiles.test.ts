import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { placeOf } from '#core/source/instrument/places.ts';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import type { DebuggerState } from '#tools/debugger/state.ts';
import { fullText } from '#tools/debugger/trace/formatValue.ts';
import { createTestCompiler } from '../support/compiler.ts';
import { realDebugger } from '../support/realDebugger.ts';
import { requestRealDevice } from '../support/realDevice.ts';

let device: GPUDevice;
let compiler: Compiler;
beforeAll(async () => {
  device = await requestRealDevice();
  compiler = await createTestCompiler();
});

let running: Awaited<ReturnType<typeof realDebugger>> | null = null;
afterEach(() => running?.dispose());

const SHAPES = `module shapes;
public struct Ball { public float2 center; public float radius; }
public interface IShape { float far(float2 at); }
public float circle(float2 at, Ball ball)
{
    float far = length(at - ball.center);
    return far - ball.radius;
}
`;

const NOISE = `float noise(float x)
{
    float sum = 0;
    for (int i = 0; i < 3; i++)
        sum += x * i;
    return sum;
}
`;

const MAIN = `#include "lib/noise.h"
import playground; import rendering; import shapes;
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void main(uint2 pixel : SV_DispatchThreadID)
{
    Ball ball = { float2(3, 4), 2 };
    float outside = circle(float2(pixel) * 0, ball);
    float rough = noise(outside);
    outputTexture.Store(pixel, float4(rough / 10));
}
`;

const FILES = [
  { path: 'shapes.slang', text: SHAPES },
  { path: 'lib/noise.h', text: NOISE },
];

/** Each step with its file, its line and its value. */
function stepsOf({ shown }: DebuggerState): string[] {
  if (!shown) return [];
  const { program, steps } = shown.replay.trace;
  return steps.flatMap(({ site, value }) => {
    const { line = 1, event } = program.sites[site] ?? {};
    const place = placeOf(program, line);
    const name = event?.kind === 'value' ? event.name : event?.kind;
    return value ? `${place.path}:${place.line} ${name} = ${fullText(value)}` : [];
  });
}

describe('a project with several files', () => {
  it('has its functions in modules and included files traced', async () => {
    running = await realDebugger(device, compiler, MAIN, FILES);
    const state = await running.does((debug) => debug.pickPixel([5, 6]));
    const main = 'user.slang:';
    expect(stepsOf(state)).toEqual([
      `${main}4 pixel = (5, 6)`,
      `${main}6 ball = {center: (3, 4), radius: 2}`,
      'shapes.slang:4 at = (0, 0)',
      'shapes.slang:4 ball = {center: (3, 4), radius: 2}',
      'shapes.slang:6 far = 5',
      'shapes.slang:7 return = 3',
      `${main}7 outside = 3`,
      'lib/noise.h:1 x = 3',
      'lib/noise.h:3 sum = 0',
      ...[0, 1, 2].flatMap((i) => [
        `lib/noise.h:4 i = ${i}`,
        'lib/noise.h:4 condition = true',
        `lib/noise.h:5 sum = ${[0, 3, 9][i]}`,
      ]),
      'lib/noise.h:4 i = 3',
      'lib/noise.h:4 condition = false',
      'lib/noise.h:6 return = 9',
      `${main}8 rough = 9`,
      `${main}9 store = (0.90000004, 0.90000004, 0.90000004, 0.90000004)`,
    ]);
    expect(state.shown?.agreement.kind).toBe('agrees');
  });

  it('has the call stack, breakpoints and movements across its files', async () => {
    running = await realDebugger(device, compiler, MAIN, FILES);
    await running.does((debug) => debug.pickPixel([5, 6]));
    const breakpoint = { path: 'lib/noise.h', line: 5, condition: 'i == 2' };
    await running.does((debug) => {
      debug.setBreakpoint(breakpoint);
      debug.first();
    });
    const { shown } = await running.does((debug) => debug.continue());
    if (!shown) throw new Error('There is no trace.');
    const { program } = shown.replay.trace;
    const stack = shown.replay.callStackAt(shown.step);
    expect(stack.map((call) => [call.function, placeOf(program, call.line)])).toEqual([
      ['noise', { path: 'lib/noise.h', line: 5 }],
      ['main', { path: 'user.slang', line: 8 }],
    ]);
    const rows = shown.replay.variablesAt(shown.step);
    expect(rows.map(({ name, value }) => `${name} ${fullText(value)}`)).toEqual([
      ...['x 3', 'sum 9', 'i 2'],
    ]);
    const away = await running.does((debug) => void debug.debugLine(6, 'shapes.slang'));
    expect(away.shown && placeOf(program, away.shown.replay.lineAt(away.shown.step))).toEqual({
      ...{ path: 'shapes.slang', line: 6 },
    });
  });

  it('has findings in its files', async () => {
    const text = MAIN.replace('noise(outside)', 'noise(outside / 0)');
    running = await realDebugger(device, compiler, text, FILES);
    const { search } = await running.does((debug) => debug.search('non-finite'));
    const found = search?.kind === 'values' ? search.findings : [];
    expect(found.map(({ path, line, what }) => `${path}:${line} ${what}`)).toContain(
      'lib/noise.h:1 infinity',
    );
  });
});
