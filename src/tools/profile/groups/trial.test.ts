import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CompileReport } from '#core/output/compileResult.ts';
import type { Result } from '#core/util/result.ts';
import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';
import { createFakeDevice, stubGpuConstants } from '../../../../tests/support/fakeDevice.ts';
import { INPUTS, observedFrame } from '../../../../tests/support/observedFrame.ts';
import { createPlanner } from '../../../../tests/support/planner.ts';
import type { DoneTrial, SizeOutcome, TrialProgress } from './state.ts';
import { type TrialContext, tryGroupSizes } from './trial.ts';

const SOURCE = `import playground;
import rendering;
[playground::ZEROS(4096)] RWStructuredBuffer<float> data;
[shader("compute")] [numthreads(64, 1, 1)] [playground::CALL(4096, 1, 1)] [playground::CALL::ONCE]
void fill(uint id : SV_DispatchThreadID) { data[id] = id; }
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID)
{ data[at.x] += 1; drawPixel(at, (int2 screen) => float4(data[at.y])); }`;

/** Two-dimensional sizes other than the current one. */
const OTHERS = ['32 × 1', '8 × 4', '64 × 1', '16 × 8', '16 × 16', '32 × 8', '8 × 32', '32 × 16'];

const planner = await createPlanner();

let fake: ReturnType<typeof createFakeDevice>;
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
  const changed = {
    code: isOther ? `${code}\n// another` : code,
    threadGroupSizes: { fill, paint },
  };
  return { succ: true, message: '', ...rest, result: { ...program, ...changed } };
}

/** Completes the device's work until the trial has ended. */
async function tried(
  onProgress = (_: TrialProgress) => {},
  { entryPoint = 'paint', signal = new AbortController().signal } = {},
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

/** The data that is read back from now on. */
function writes(value: number): void {
  fake.copied = new Uint32Array(1024).fill(value).buffer;
}

function outcomes(trial: Result<DoneTrial> | null): Record<string, SizeOutcome['kind']> {
  if (!trial?.ok) throw new Error(trial ? trial.error : 'The trial was cancelled.');
  return Object.fromEntries(
    trial.value.sizes.map(({ candidate, outcome }) => [candidate.text, outcome.kind]),
  );
}

/** The buffers that were created after the first `before` ones, and still exist. */
const left = (before: number) =>
  fake.buffers.slice(before).flatMap(({ destroyed, label }) => (destroyed ? [] : [label]));

it('a trial of group sizes measures copies of the program that write the same data, and leaves nothing on the device', async () => {
  const before = fake.buffers.length;
  const trial = await tried();
  expect(left(before)).toEqual([]);
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

it('a trial of group sizes starts each size from the initial contents, then from the run’s contents', async () => {
  const done: TrialProgress[] = [];
  await tried((progress) => void done.push(progress));
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

it('a trial of group sizes does not measure a size that writes different data', async () => {
  // The second of the other sizes.
  const trial = await tried(({ step, done }) => writes(step === 'comparing' && done === 2 ? 1 : 0));
  expect(outcomes(trial)).toMatchObject({ '32 × 1': 'measured', '8 × 8': 'measured' });
  const sizes = trial?.ok ? trial.value.sizes : [];
  const differing = sizes.flatMap(({ outcome }) => (outcome.kind === 'differs' ? outcome : []));
  expect(differing).toEqual([{ kind: 'differs', resources: ['data', 'outputTexture'] }]);
});

it('a trial of group sizes offers nothing if the program writes different data each time', async () => {
  // The current size, after all others.
  const last = 1 + OTHERS.length;
  const trial = await tried(({ step, done }) =>
    writes(step === 'comparing' && done === last ? 1 : 0),
  );
  expect(trial?.ok && trial.value).toMatchObject({
    ...{ advice: { kind: 'unproven', resources: ['data', 'outputTexture'] }, sizes: [] },
  });
});

it('a trial of group sizes starts a once-only entry point only from the initial contents', async () => {
  await tried(undefined, { entryPoint: 'fill' });
  expect(fake.takeCopies()).not.toContain('data to data');
  expect(new Set(fake.takeDispatches())).toEqual(new Set(['fill', 'compare resources']));
});

it('a trial of group sizes measures the completion of work if the device has no timestamps', async () => {
  fake.features.clear();
  const trial = await tried();
  expect(trial?.ok && trial.value).toMatchObject({ clock: 'queue', rounds: 20 });
});

it('a trial of group sizes requires the running source', async () => {
  text = SOURCE.replace('+= 1', '+= 2');
  expect(await tried()).toEqual({
    ok: false,
    error: 'The source has changed since it was last run. Run it, then try the group sizes again.',
  });
  text = 'nonsense';
  expect(await tried()).toMatchObject({ error: expect.stringMatching(/cannot be found/) });
  newest = () => null;
  expect(await tried()).toMatchObject({ error: expect.stringMatching(/^Nothing runs/) });
});

it('a trial of group sizes fails if another version takes over meanwhile', async () => {
  const trial = await tried(({ step }) => {
    if (step !== 'comparing') return;
    newest = () => ({ ...frame, pipelines: [] });
    fake.refuseWith('A resource was destroyed.');
  });
  expect(trial).toEqual({
    ok: false,
    error: 'Another version of the program is running now. Try its group sizes again.',
  });
});

it('a trial of group sizes reports what the device rejects', async () => {
  const trial = await tried(
    ({ step }) => step === 'comparing' && fake.refuseWith('no memory left', 'out-of-memory'),
  );
  expect(trial).toMatchObject({ ok: false, error: expect.stringMatching(/no memory/) });
});

it('a trial of group sizes ends when it is cancelled, and frees everything it created', async () => {
  const ended = new AbortController();
  const before = fake.buffers.length;
  const trial = await tried(
    ({ step, done }) => step === 'measuring' && done === 1 && ended.abort(),
    { signal: ended.signal },
  );
  expect(trial).toBeNull();
  expect(left(before)).toEqual([]);
});
