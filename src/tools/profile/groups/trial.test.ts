import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CompileReport } from '#core/output/compileResult.ts';
import type { Result } from '#core/util/result.ts';
import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';
import {
  createFakeDevice,
  type FakeDevice,
  stubGpuConstants,
} from '../../../../tests/support/fakeDevice.ts';
import { INPUTS, observedFrame } from '../../../../tests/support/observedFrame.ts';
import { createPlanner, type Planner } from '../../../../tests/support/planner.ts';
import type { DoneTrial, SizeOutcome, TrialProgress } from './state.ts';
import { type TrialContext, tryGroupSizes } from './trial.ts';

const SOURCE = `import playground;
import rendering;
[playground::ZEROS(4096)] RWStructuredBuffer<float> data;
[shader("compute")] [numthreads(64, 1, 1)] [playground::CALL(4096, 1, 1)] [playground::CALL::ONCE]
void fill(uint id : SV_DispatchThreadID) { data[id] = id; }
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID)
{
    data[at.x] += 1;
    drawPixel(at, (int2 screen) => float4(data[at.y]));
}
`;

/** Two-dimensional sizes other than the current one. */
const OTHERS = ['32 × 1', '8 × 4', '64 × 1', '16 × 8', '16 × 16', '32 × 8', '8 × 32', '32 × 16'];

let planner: Planner;
beforeAll(async () => {
  planner = await createPlanner();
});

let fake: FakeDevice;
let frame: ObservedFrame;
let text: string;
let compiled: string[];
let newest: () => ObservedFrame | null;
beforeEach(async () => {
  stubGpuConstants();
  fake = createFakeDevice();
  fake.features.add('timestamp-query');
  // The data that is read back: no differences, and equal times.
  fake.copied = new ArrayBuffer(4096);
  frame = await observedFrame(fake, planner.descriptor(SOURCE), { inputs: INPUTS });
  newest = () => frame;
  text = SOURCE;
  compiled = [];
  fake.takeCopies();
  fake.takeDispatches();
});
afterEach(() => vi.unstubAllGlobals());

function context(): TrialContext {
  return {
    workspace: { project: () => ({ text, files: [], assets: [] }) },
    observers: { newest: () => newest() },
    loadContents: async () => new Map(),
    async compile({ sourceCode }) {
      compiled.push(sourceCode);
      return report(sourceCode);
    },
  };
}

/** The compile result of a source that differs from `SOURCE` only in a group size. */
function report(source: string): CompileReport {
  const rest = { log: '', diagnostics: [], milliseconds: 0, memoryBytes: null, cached: false };
  const program = planner.compile(SOURCE);
  const sizes = [...source.matchAll(/numthreads\((\d+), (\d+), (\d+)\)/g)].map(
    ([, x, y, z]) => [Number(x), Number(y), Number(z)] as const,
  );
  const [fill = [1, 1, 1], paint = [1, 1, 1]] = sizes;
  const code = program.code
    .replace('@workgroup_size(64, 1, 1)', `@workgroup_size(${fill.join(', ')})`)
    .replace('@workgroup_size(8, 8, 1)', `@workgroup_size(${paint.join(', ')})`);
  const isOther = !source.includes('+= 1');
  return {
    ...{ succ: true, message: '', ...rest },
    result: {
      ...program,
      code: isOther ? `${code}\n// another` : code,
      threadGroupSizes: { fill, paint },
    },
  };
}

/** Completes the device's work until the trial has ended. */
async function tried(
  entryPoint = 'paint',
  { signal = new AbortController().signal, onProgress = (_: TrialProgress) => {} } = {},
): Promise<Result<DoneTrial> | null> {
  let isDone = false;
  const trial = tryGroupSizes({ context: context(), entryPoint, signal, onProgress });
  void trial.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await new Promise((resolve) => setTimeout(resolve));
    for (const buffer of fake.buffers) buffer.finishMapping();
  }
  return trial;
}

function outcomes(trial: Result<DoneTrial> | null): Record<string, SizeOutcome['kind']> {
  if (!trial?.ok) throw new Error(trial ? trial.error : 'The trial was cancelled.');
  return Object.fromEntries(
    trial.value.sizes.map(({ candidate, outcome }) => [candidate.text, outcome.kind]),
  );
}

describe('a trial of group sizes', () => {
  it('compiles copies of the running program, and measures those that write the same data', async () => {
    const trial = await tried();
    expect(outcomes(trial)).toEqual(
      Object.fromEntries(['8 × 8', ...OTHERS].map((size) => [size, 'measured'])),
    );
    expect(trial?.ok && trial.value).toMatchObject({
      ...{ entryPoint: 'paint', present: [8, 8, 1], clock: 'timestamps', rounds: 20 },
      ...{ advice: { kind: 'keep' }, note: null },
    });
    expect(compiled[0]).toBe(SOURCE);
    expect(compiled.slice(1).map((copy) => copy.split('\n')[5])).toContain(
      '[shader("compute")] [numthreads(16, 16, 1)] [playground::CALL::SIZE_OF("outputTexture")]',
    );
  });

  it('starts each size from the initial contents, then from the run’s contents', async () => {
    const done: TrialProgress[] = [];
    await tried('paint', { onProgress: (progress) => void done.push(progress) });
    const comparing = done.filter(({ step }) => step === 'comparing');
    expect(comparing).toHaveLength(2 * (2 + OTHERS.length));
    const copies = fake.takeCopies();
    const firstKeep = copies.indexOf('data to data, kept');
    // The run's contents are copied only after the comparison with the initial contents.
    expect(copies.slice(0, firstKeep)).not.toContain('data to data');
    expect(copies).toContain('data to data');
    expect(copies.slice(0, firstKeep)).toContain('noise to outputTexture');
    expect(fake.takeDispatches().slice(0, 3)).toEqual(['fill', 'paint', 'paint']);
  });

  it('leaves nothing on the device', async () => {
    const before = fake.buffers.length;
    await tried();
    const left = fake.buffers.slice(before).filter(({ destroyed }) => !destroyed);
    expect(left.map(({ label }) => label)).toEqual([]);
  });

  it('does not measure a size that writes different data', async () => {
    const trial = await tried('paint', {
      onProgress({ step, done }) {
        // The second of the other sizes.
        fake.copied = new Uint32Array(1024).fill(step === 'comparing' && done === 2 ? 1 : 0).buffer;
      },
    });
    expect(outcomes(trial)).toMatchObject({ '32 × 1': 'measured', '8 × 8': 'measured' });
    const differing = Object.entries(outcomes(trial)).filter(([, kind]) => kind === 'differs');
    expect(differing).toHaveLength(1);
    const sizes = trial?.ok ? trial.value.sizes : [];
    expect(sizes.find(({ outcome: { kind } }) => kind === 'differs')?.outcome).toEqual({
      kind: 'differs',
      resources: ['data', 'outputTexture'],
    });
  });

  it('offers nothing if the program writes different data each time', async () => {
    const trial = await tried('paint', {
      onProgress({ step, done }) {
        // The current size, after all others.
        const isLast = step === 'comparing' && done === 1 + OTHERS.length;
        fake.copied = new Uint32Array(1024).fill(isLast ? 1 : 0).buffer;
      },
    });
    expect(trial?.ok && trial.value.advice).toEqual({
      kind: 'unproven',
      resources: ['data', 'outputTexture'],
    });
    expect(trial?.ok && trial.value.sizes).toEqual([]);
  });

  it('starts a once-only entry point only from the initial contents', async () => {
    await tried('fill');
    expect(fake.takeCopies()).not.toContain('data to data');
    expect(new Set(fake.takeDispatches())).toEqual(new Set(['fill', 'compare resources']));
  });

  it('measures the completion of work if the device has no timestamps', async () => {
    fake.features.clear();
    const trial = await tried();
    expect(trial?.ok && trial.value).toMatchObject({ clock: 'queue', rounds: 20 });
  });

  it('requires the running source', async () => {
    text = SOURCE.replace('+= 1', '+= 2');
    expect(await tried()).toEqual({
      ok: false,
      error:
        'The source has changed since it was last run. Run it, then try the group sizes again.',
    });
    text = 'nonsense';
    expect(await tried()).toMatchObject({ error: expect.stringMatching(/cannot be found/) });
    newest = () => null;
    expect(await tried()).toMatchObject({ error: expect.stringMatching(/^Nothing runs/) });
  });

  it('fails if another version takes over meanwhile', async () => {
    const trial = await tried('paint', {
      onProgress({ step }) {
        if (step !== 'comparing') return;
        newest = () => ({ ...frame, pipelines: [] });
        fake.refuseWith('A resource was destroyed.');
      },
    });
    expect(trial).toEqual({
      ok: false,
      error: 'Another version of the program is running now. Try its group sizes again.',
    });
  });

  it('reports what the device rejects', async () => {
    const trial = await tried('paint', {
      onProgress: ({ step }) => step === 'comparing' && fake.refuseWith('no memory left'),
    });
    expect(trial).toMatchObject({ ok: false, error: expect.stringMatching(/no memory/) });
  });

  it('ends when it is cancelled, and frees everything it created', async () => {
    const ended = new AbortController();
    const before = fake.buffers.length;
    const trial = await tried('paint', {
      signal: ended.signal,
      onProgress: ({ step, done }) => step === 'measuring' && done === 1 && ended.abort(),
    });
    expect(trial).toBeNull();
    expect(fake.buffers.slice(before).every(({ destroyed }) => destroyed)).toBe(true);
  });
});
