import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { instrumentSource } from '#core/source/instrument/instrumentSource.ts';
import { TRACE_LAYOUT as AT } from '#core/source/instrument/traceLayout.ts';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import { createTestCompiler } from '../../../../tests/support/compiler.ts';
import { type DebuggedRun, debuggedRun } from '../../../../tests/support/debuggedRun.ts';
import { stubGpuConstants } from '../../../../tests/support/fakeDevice.ts';
import { createPlanner, type Planner } from '../../../../tests/support/planner.ts';
import { LOST_DEVICE } from './programs.ts';
import { CLOSED } from './transitions.ts';

const SOURCE = `import playground;
import rendering;
[playground::ZEROS(16)] RWStructuredBuffer<float> data;
[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)] [playground::CALL::ONCE]
void init(uint3 id : SV_DispatchThreadID) { data[0] = 1; }
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID)
{
    float level = data[0] * 2;
    drawPixel(at, (int2 screen) => float4(level));
}
`;

let compiler: Compiler;
let planner: Planner;
beforeAll(async () => {
  [compiler, planner] = await Promise.all([createTestCompiler(), createPlanner()]);
});

let run: DebuggedRun;
beforeEach(async () => {
  stubGpuConstants();
  run = await debuggedRun(compiler, planner, SOURCE);
});
afterEach(() => {
  run.session.dispose();
  vi.unstubAllGlobals();
});

const state = () => run.session.store.getState();

async function pick(x: number, y: number): Promise<void> {
  run.session.commands.pickPixel([x, y]);
  await run.settle();
}

async function trace(entryPoint: string, x: number): Promise<void> {
  run.session.commands.traceThread(entryPoint, [x, 0, 0]);
  await run.settle();
}

async function search(kind: 'non-finite' | 'cost'): Promise<void> {
  run.session.commands.search(kind);
  await run.settle();
}

/** The compiler answers when the result is called. */
function holdCompiler(): () => void {
  let answer = () => {};
  run.compiler = new Promise((resolve) => {
    answer = resolve;
  });
  return () => answer();
}

const idle = { work: { kind: 'idle' } };
const remarks = () => state().shown?.remarks.join();

describe('a picked pixel', () => {
  it('pauses, redraws the unrecorded frame, and traces it', async () => {
    await pick(3, 4);
    expect(run.asked).toEqual(['open debugger', 'step 0', 'pause']);
    expect(state().shown).toMatchObject({
      ...{ frame: 7, step: -1 },
      target: { entryPoint: 'paint', thread: [3, 4, 0], pixel: [3, 4] },
    });
    expect(state()).toMatchObject({ ...idle, problem: null, picture: { width: 64, height: 32 } });
    expect(state().entryPoints.map(({ name }) => name)).toEqual(['init', 'paint']);
  });

  it('in the same frame needs no new frame, compile or memory', async () => {
    await pick(3, 4);
    const { compiled, fake, asked } = run;
    const [texts, buffers, frames] = [compiled.length, fake.counts.buffers, asked.length];
    await pick(5, 6);
    expect(run.tracedThread()).toEqual([5, 6, 0]);
    expect(run.compiled).toHaveLength(texts);
    expect(run.asked.slice(frames)).toEqual(['open debugger', 'pause']);
    // The buffer that reads the texel.
    expect(run.fake.counts.buffers - buffers).toBeLessThanOrEqual(1);
    expect(state().shown?.frame).toBe(7);
  });

  it('is traced through the thread that stored to it, whatever that thread’s ids are', async () => {
    run.tell([
      [AT.writes, [1]],
      [AT.writer, [1, 30, 20, 0]],
      [AT.dispatches, [1]],
    ]);
    await pick(3, 4);
    expect(run.tracedThread()).toEqual([30, 20, 0]);
    expect(state().shown?.target).toMatchObject({ thread: [30, 20, 0], pixel: [3, 4] });
  });

  it('to which no thread stored is reported as such', async () => {
    await pick(3, 4);
    expect(remarks()).toContain('No thread stored a colour to this pixel');
  });
});

async function tracedProgram() {
  await pick(0, 0);
  const program = state().shown?.replay.trace.program;
  if (!program) throw new Error('Nothing was traced.');
  return program;
}

describe('among several requests', () => {
  it('the newest wins', async () => {
    run.session.commands.pickPixel([1, 1]);
    run.session.commands.pickPixel([2, 2]);
    await pick(3, 3);
    expect(state().shown?.target.pixel).toEqual([3, 3]);
    expect(run.asked.filter((each) => each === 'step 0')).toHaveLength(1);
  });

  it('none outlives its source', async () => {
    const answer = holdCompiler();
    await pick(3, 4);
    expect(state().work.kind).toBe('compiling');
    run.workspace.setState({ opened: { revision: 2 } });
    expect(state()).toMatchObject({ isOpen: true, ...idle, shown: null });
    answer();
    await run.settle();
    expect(state()).toMatchObject({ ...idle, shown: null, problem: null });
  });

  it('none outlives the debugger, which frees everything when it closes', async () => {
    await pick(3, 4);
    run.session.commands.pickPixel([5, 6]);
    run.session.commands.stop();
    await run.settle();
    expect(state()).toEqual(CLOSED);
    expect(run.asked.at(-1)).toBe('close debugger');
    expect(run.fake.destroyed).toContain('trace');
    expect(run.fake.destroyed).toContain('copy of data');
    run.fake.takeCopies();
    await run.draw(8);
    expect(run.fake.takeCopies()).toEqual([]);
  });
});

describe('a trace that fails or is incomplete is explained', () => {
  it('if nothing runs, or the run ends while the debugger waits for its frame', async () => {
    const problem =
      'There is nothing to trace: no shader is running. Run the shader, then try again.';
    run.workspace.setState({ run: { kind: 'idle' } });
    await pick(3, 4);
    expect(state()).toMatchObject({ ...idle, problem });
    run = await debuggedRun(compiler, planner, SOURCE, 'playing');
    run.session.commands.pickPixel([3, 4]);
    run.workspace.setState({ run: { kind: 'idle' } });
    await run.settle();
    expect(state()).toMatchObject({ ...idle, problem });
  });

  it('if the source has become another program, and keeps the last trace', async () => {
    await pick(3, 4);
    const before = state().shown;
    run.source = SOURCE.replace('* 2', '* 3');
    await pick(5, 6);
    expect(state().shown).toBe(before);
    expect(state().work).toEqual({ kind: 'idle' });
    expect(state().problem).toMatch(/^The source has changed/);
  });

  it('if the entry point runs only in frame 0', async () => {
    await pick(3, 4);
    await trace('init', 0);
    expect(state().problem).toMatch(/^init did not run in frame 7/);
  });

  it('if the thread is out of range, or recorded nothing', async () => {
    run.tell([[AT.dispatches, [0]]]);
    await trace('paint', 999);
    expect(remarks()).toMatch(/did not run in this frame/);
    await trace('paint', 3);
    expect(remarks()).toBe('Nothing in paint could be recorded.');
  });

  it('if the debugger does not find the entry point because a macro declares it', async () => {
    const head = 'void paint(uint2 at : SV_DispatchThreadID)';
    const source = SOURCE.replace(head, 'HEAD').replace('\n', `\n#define HEAD ${head}\n`);
    run.session.dispose();
    run = await debuggedRun(compiler, planner, source);
    run.tell([[AT.dispatches, [0]]]);
    await trace('paint', 3);
    expect(remarks()).toBe(
      'Nothing in paint could be recorded: the debugger does not find its statements.',
    );
  });

  it('if the device is lost during the trace', async () => {
    await pick(3, 4);
    const before = state().shown;
    run.session.commands.pickPixel([5, 6]);
    run.fake.lose();
    await run.settle();
    expect(state()).toMatchObject({ isOpen: true, problem: LOST_DEVICE });
    expect(state().shown).toBe(before);
    expect(run.toolWork).toBe(0);
  });

  it('if there is no memory for copies, and the trace still works', async () => {
    run.session.commands.togglePicking();
    run.fake.refuseWith('out of memory', 'out-of-memory');
    await run.settle();
    run.fake.refuseWith(null, 'out-of-memory');
    await pick(3, 4);
    expect(state().problem).toBeNull();
    expect(remarks()).toMatch(/^The device has no memory for a copy/);
  });
});

describe('WGSL that the browser rejects', () => {
  const refuse = (part: RegExp) => {
    run.fake.wgslErrors = (code) => {
      const at = code.split('\n').findIndex((line) => part.test(line));
      const error = { message: 'type mismatch', linePos: 1, length: 1 };
      return at < 0 ? [] : [{ ...error, lineNum: at + 1 }];
    };
  };

  it('is recompiled without the value that the rejected line records', async () => {
    const { sites } = instrumentSource(SOURCE);
    const level = sites.find(({ event }) => event.kind === 'value' && event.name === 'level');
    refuse(new RegExp(`trace_value_\\d+\\(u32\\(${level?.id}\\)`));
    await pick(3, 4);
    expect(state().problem).toBeNull();
    expect(state().shown?.replay.trace.program.unseen).toMatchObject([
      { line: 9, reason: 'The browser refuses the WGSL that records this: type mismatch' },
    ]);
    // The running program, then the trace with all values, then without one of them.
    expect(run.compiled).toHaveLength(3);
  });

  it.each([
    [
      'if it is still rejected after three more attempts',
      /trace_(?:value|at|store)_\d+\(u32\(\d+\)/,
      5,
    ],
    ['immediately if no recording code is the reason', /var<private> trace_isOn_0/, 2],
  ])('is reported %s', async (_, part, compiles) => {
    refuse(part);
    await pick(3, 4);
    expect(run.compiled).toHaveLength(compiles);
    expect(state().problem).toMatch(/^The shader runs, but its traced version does not\. /);
  });
});

describe('following the pointer', () => {
  beforeEach(async () => {
    run = await debuggedRun(compiler, planner, SOURCE, 'playing');
    run.session.commands.toggleFollowing();
    await run.draw(7);
  });

  it('skips to the newest pixel after each trace, without recompiling', async () => {
    run.session.commands.followPixel([1, 1]);
    await run.settle();
    expect(state().shown?.target.pixel).toEqual([1, 1]);
    const texts = run.compiled.length;
    const threads: string[] = [];
    run.session.store.subscribe(({ shown }) => threads.push(String(shown?.target.pixel)));
    for (const at of [2, 3, 4]) run.session.commands.followPixel([at, at]);
    await run.settle();
    expect([...new Set(threads)]).toEqual(['1,1', '2,2', '4,4']);
    expect(run.compiled).toHaveLength(texts);
    expect(run.asked).not.toContain('pause');
  });

  it('traces the pixel again in a later frame', async () => {
    run.session.commands.followPixel([1, 1]);
    await run.settle();
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1000);
    await run.draw(8);
    await run.settle();
    vi.restoreAllMocks();
    expect(state().shown).toMatchObject({ frame: 8, target: { pixel: [1, 1] } });
  });
});

it.each([
  [true, 9],
  [false, 7],
])('traces an update of the program only in live mode (%s)', async (live, frame) => {
  run.workspace.setState({ live });
  await pick(3, 4);
  await run.draw(9, true);
  await run.settle();
  expect(state().shown).toMatchObject({ frame, target: { thread: [3, 4, 0] } });
});

describe('a search', () => {
  it('covers all threads, and a finding opens its thread', async () => {
    const { sites } = await tracedProgram();
    const level = sites.find(({ event }) => event.kind === 'value' && event.name === 'level');
    const at = 40;
    const words = at + (level?.id ?? 0) * 10;
    run.tell([
      [AT.counts, [at]],
      [words, [12, 2, 6, 7, 0]],
    ]);
    await search('non-finite');
    const found = state().search;
    const findings = found?.kind === 'values' ? found.findings : [];
    expect(findings).toMatchObject([
      {
        path: 'user.slang',
        line: level?.line,
        count: 12,
        what: 'NaN',
        entryPoint: 'paint',
        thread: [6, 7, 0],
      },
    ]);
    run.tell([
      [AT.end, [AT.first + 3]],
      [AT.first, [level?.id ?? 0, (1 << 16) | 1, 0x7fc00000]],
      [AT.dispatches, [1]],
    ]);
    const [finding] = findings;
    if (finding) run.session.commands.openFinding(finding);
    await run.settle();
    expect(state().shown).toMatchObject({ target: { thread: [6, 7, 0] }, step: 0 });
    run.session.commands.clearSearch();
    expect(state().search).toBeNull();
  });

  it('uses the picture’s new size if it changes meanwhile, for example when the drawer opens', async () => {
    const answer = holdCompiler();
    await search('non-finite');
    expect(state().work.kind).toBe('compiling');
    await run.resize({ width: 48, height: 32 });
    run.fake.takeDispatches();
    answer();
    await run.settle();
    expect(state()).toMatchObject({ work: { kind: 'idle' }, picture: { width: 48, height: 32 } });
    expect(run.fake.takeDispatches()).toEqual(['paint', 'paint']);
  });

  it('for costs stays closed even if a resized picture has started it again', async () => {
    await search('cost');
    const found = state().search;
    if (found?.kind !== 'cost') throw new Error('There is no heat map.');
    expect(found.heat).toMatchObject({ entryPoints: ['paint'], width: 64, height: 32 });
    run.session.store.setState({ search: { ...found, picture: { width: 1, height: 1 } } });
    await run.draw(8);
    expect(state().work.kind).not.toBe('idle');
    run.session.commands.clearSearch();
    // Immediately, so that another search can start.
    expect(state()).toMatchObject({ search: null, ...idle });
    await run.settle();
    expect(state()).toMatchObject({ search: null, ...idle });
  });
});
