import type { ThreadGroupSize } from '#core/output/compileResult.ts';
import { keepsState } from '#core/plan/keepsState.ts';
import { PRINT_BUFFER, uniformComponents } from '#core/plan/runDescriptor.ts';
import { createDisposer, type Disposer } from '#core/util/disposer.ts';
import { messageOf } from '#core/util/errors.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { prepareCalls } from '#engine/gpu/dispatch.ts';
import type { BoundResources, PreparedDispatch } from '#engine/gpu/frame.ts';
import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';
import {
  buildComparer,
  type Comparison,
  createComparison,
} from '#engine/gpu/measure/comparison.ts';
import {
  createTrialResources,
  encodeDispatch,
  ownResources,
  type Start,
  type TrialResources,
} from '#engine/gpu/measure/startState.ts';
import {
  type ClockKind,
  checked,
  createStopwatch,
  type Stopwatch,
} from '#engine/gpu/measure/stopwatch.ts';
import type { ToolContext } from '#ui/tools/tool.ts';
import { type Candidate, candidateSizes } from './candidates.ts';
import { checkRuns, compileWith, filesOf, makeCopy, type ProgramCopy } from './copies.ts';
import { LEAST_ROUNDS, smallestStep, type Timed } from './decision.ts';
import { findNumthreads } from './numthreads.ts';
import {
  adviceOn,
  type DoneTrial,
  measuredOutcome,
  type SizeOutcome,
  type TrialProgress,
} from './state.ts';

export type TrialContext = Pick<ToolContext, 'loadContents' | 'compile'> & {
  readonly workspace: Pick<ToolContext['workspace'], 'project'>;
  readonly observers: Pick<ToolContext['observers'], 'newest'>;
};

interface TrialRequest {
  readonly context: TrialContext;
  readonly entryPoint: string;
  readonly signal: AbortSignal;
  onProgress(progress: TrialProgress): void;
}

const REPLACED = 'Another version of the program is running now. Try its group sizes again.';
const NO_TIMES = 'The GPU gave no usable times. Try the group sizes again.';
const NOTHING_RUNS = 'Nothing runs. Run the shader, then try its group sizes.';

/** Tries group sizes of an entry point on copies of the run's resources. Null if aborted. */
export async function tryGroupSizes(request: TrialRequest): Promise<Result<DoneTrial> | null> {
  const { context, entryPoint, signal } = request;
  const newest = context.observers.newest();
  const frame = newest && { ...newest, inputs: ownInputs(newest) };
  const call = frame?.calls.find((call) => call.entryPoint === entryPoint);
  const present = frame && ownValue(frame.descriptor.shader.threadGroupSizes, entryPoint);
  if (!frame || !call || !('groups' in call) || !present) return fail(NOTHING_RUNS);
  const { groups } = call;
  const counts = groups.kind === 'direct' ? ([groups.x, groups.y, groups.z] as const) : null;
  const candidates = candidateSizes(present, counts, frame.device.limits);
  const record = { candidates, outcomes: new Map(), disposer: createDisposer() };
  try {
    return await perform({ ...request, frame }, present, record);
  } catch (thrown) {
    if (signal.aborted) return null;
    const isReplaced = context.observers.newest()?.pipelines !== frame.pipelines;
    return fail(isReplaced ? REPLACED : messageOf(thrown));
  } finally {
    record.disposer.dispose();
  }
}

type Outcomes = Map<Candidate, SizeOutcome>;

interface TrialRecord {
  readonly candidates: readonly Candidate[];
  readonly outcomes: Outcomes;
  readonly disposer: Disposer;
}

/** Throws if the signal is aborted, or with a sentence if the device rejects the trial. */
async function perform(
  request: FramedRequest,
  present: ThreadGroupSize,
  record: TrialRecord,
): Promise<Result<DoneTrial>> {
  const copies = await makeCopies(request, present, record);
  if (!copies.ok) return copies;
  const trial = await openTrial(request, copies.value, record);
  const unproven = await compareAll(trial, record.outcomes);
  const { entryPoint } = request;
  const found = { kind: 'done', entryPoint, present, note: null } as const;
  if (unproven.length > 0) {
    const advice = { kind: 'unproven', resources: unproven } as const;
    return ok({ ...found, advice, sizes: [], clock: null, rounds: 0 });
  }
  const measured = await measureAll(trial, record);
  const sizes = record.candidates.flatMap((candidate) => {
    const outcome = record.outcomes.get(candidate);
    return outcome ? { candidate, outcome } : [];
  });
  return ok({ ...found, ...measured, sizes });
}

/** A snapshot, since mouse and keys change while the page is in use. */
function ownInputs({ inputs, descriptor }: ObservedFrame): ObservedFrame['inputs'] {
  const keys = new Set<string>();
  for (const component of uniformComponents(descriptor)) {
    if (component.type === 'KEY' && inputs.isKeyDown(component.key)) keys.add(component.key);
  }
  return { ...inputs, mouse: [...inputs.mouse], isKeyDown: (name) => keys.has(name) };
}

interface FramedRequest extends TrialRequest {
  readonly frame: ObservedFrame;
}

type Copies = ReadonlyMap<Candidate, ProgramCopy>;

/** The program with each possible size. Records the impossible sizes in `outcomes`. */
async function makeCopies(
  request: FramedRequest,
  present: ThreadGroupSize,
  { candidates, outcomes }: TrialRecord,
): Promise<Result<Copies>> {
  const { context, entryPoint, signal, frame, onProgress } = request;
  const project = context.workspace.project();
  const place = findNumthreads(filesOf(project), entryPoint, present);
  if (!place.ok) return place;
  const compile = compileWith((asked) => context.compile(asked, signal));
  const other = await checkRuns(project, frame, compile);
  signal.throwIfAborted();
  if (other !== null) return fail(other);
  const copies = new Map<Candidate, ProgramCopy>();
  for (const [done, candidate] of candidates.entries()) {
    onProgress({ step: 'compiling', done, of: candidates.length });
    const { size, isPresent, excess } = candidate;
    const asked = { frame, project, place: place.value, entryPoint, size, compile };
    const copy = isPresent ? ok(frame) : excess === null ? await makeCopy(asked) : fail(excess);
    signal.throwIfAborted();
    if (copy?.ok) copies.set(candidate, copy.value);
    else if (copy) outcomes.set(candidate, { kind: 'refused', reason: copy.error });
  }
  return ok(copies);
}

/** A trial with compiled programs and allocated resources. */
interface OpenTrial extends FramedRequest {
  readonly resources: TrialResources;
  readonly comparison: Comparison;
  /** The entry point's call for each size that the device accepts. */
  readonly calls: ReadonlyMap<Candidate, PreparedDispatch>;
}

/** Throws with a sentence if the device cannot allocate the resources. */
async function openTrial(
  request: FramedRequest,
  copies: Copies,
  { outcomes, disposer }: TrialRecord,
): Promise<OpenTrial> {
  const { context, entryPoint, frame, signal } = request;
  const { device, rules } = frame;
  const data = await context.loadContents(ownResources(frame), rules, device, signal);
  const comparer = await buildComparer(device);
  return checked(device, () => {
    const resources = createTrialResources(frame, entryPoint, data);
    disposer.add(resources.dispose);
    const comparison = createComparison(device, comparer, resources.written);
    disposer.add(comparison.dispose);
    const calls = new Map<Candidate, PreparedDispatch>();
    for (const [candidate, copy] of copies) {
      const call = callOf(device, copy, resources.bound, entryPoint);
      if (call.ok) calls.set(candidate, call.value);
      else outcomes.set(candidate, { kind: 'refused', reason: call.error });
    }
    return { ...request, resources, comparison, calls };
  });
}

/** Fails with a sentence if the call cannot be dispatched. */
function callOf(
  device: GPUDevice,
  { descriptor, pipelines }: ProgramCopy,
  bound: BoundResources,
  entryPoint: string,
): Result<PreparedDispatch> {
  try {
    const calls = prepareCalls(device, descriptor, pipelines, bound);
    const call = calls.find((call) => call.entryPoint === entryPoint);
    return call && 'groups' in call ? ok(call) : fail('The program no longer calls it.');
  } catch (thrown) {
    return fail(messageOf(thrown));
  }
}

/** The states in which sizes are compared; they are measured in the last. */
function startsOf({ frame, entryPoint }: FramedRequest): readonly Start[] {
  const { descriptor, inputs } = frame;
  const present: Start = { kind: 'present', inputs };
  if (descriptor.callCommands.some((call) => call.entryPoint === entryPoint && call.callOnce)) {
    return [{ kind: 'first' }];
  }
  return keepsState(descriptor) ? [{ kind: 'first' }, present] : [present];
}

/**
 * Runs each size from the same states, and compares everything written with the current size's
 * output. Returns the resources for which the current size's own output varies.
 */
async function compareAll(trial: OpenTrial, outcomes: Outcomes): Promise<readonly string[]> {
  const { frame, resources, comparison, calls, signal, onProgress } = trial;
  const [present, original] = [...calls].find(([candidate]) => candidate.isPresent) ?? [];
  if (!present || !original) return [];
  const dispatch = (call: PreparedDispatch, encodeNext: (encoder: GPUCommandEncoder) => void) =>
    checked(frame.device, () => {
      const encoder = frame.device.createCommandEncoder({ label: 'compare a group size' });
      resources.encodeRestore(encoder, false);
      const pass = encoder.beginComputePass();
      encodeDispatch(pass, call, 1);
      pass.end();
      encodeNext(encoder);
      frame.device.queue.submit([encoder.finish()]);
    });
  const starts = startsOf(trial);
  // The current size runs first and last, since its output may vary only now and then.
  const others = [...calls].filter(([candidate]) => candidate !== present);
  const order = [[present, original] as const, ...others, [present, original] as const];
  const of = starts.length * order.length;
  for (const [index, start] of starts.entries()) {
    await checked(frame.device, () => resources.begin(start));
    await dispatch(original, comparison.encodeKeep);
    for (const [at, [candidate, call]] of order.entries()) {
      if (outcomes.has(candidate)) continue;
      onProgress({ step: 'comparing', done: index * order.length + at, of });
      await dispatch(call, comparison.encodeCompare);
      const differing = (await comparison.differing()).map(nameInText);
      signal.throwIfAborted();
      if (differing.length === 0) continue;
      if (candidate.isPresent) return differing;
      outcomes.set(candidate, { kind: 'differs', resources: differing });
    }
  }
  return [];
}

function nameInText(name: string): string {
  return name === PRINT_BUFFER ? 'the printed text' : name;
}

/** Times the sizes with the right output, and finds the best. */
async function measureAll(trial: OpenTrial, { outcomes, disposer }: TrialRecord) {
  const { frame, resources, calls, signal, onProgress } = trial;
  const stopwatch = createStopwatch(frame.device);
  disposer.add(stopwatch.dispose);
  const measured = await timeInRounds({
    sizes: [...calls].filter(([candidate]) => !outcomes.has(candidate)),
    clock: stopwatch.kind,
    time: ([, call], repeats) =>
      stopwatch.time(
        (encoder) => resources.encodeRestore(encoder, true),
        (pass) => encodeDispatch(pass, call, repeats),
      ),
    signal,
    now: () => performance.now(),
    onRound: (done, of) => onProgress({ step: 'measuring', done, of }),
  });
  if (measured.rounds === 0) throw new Error(NO_TIMES);
  signal.throwIfAborted();
  const timed = measured.timed.map((each) => ({ ...each, size: each.size[0] }));
  for (const { size, times } of timed) outcomes.set(size, measuredOutcome(times));
  return { advice: adviceOn(timed), clock: stopwatch.kind, rounds: measured.rounds };
}

/** Resolves with the nanoseconds of all repeats of a dispatch together. */
type TimeDispatches<Size> = (size: Size, repeats: number) => ReturnType<Stopwatch['time']>;

export interface RoundOptions<Size> {
  readonly sizes: readonly Size[];
  readonly clock: ClockKind;
  readonly time: TimeDispatches<Size>;
  readonly signal: AbortSignal;
  /** In milliseconds, from any starting point. */
  now(): number;
  onRound(done: number, of: number): void;
}

interface Rounds<Size> {
  readonly timed: readonly Timed<Size>[];
  readonly rounds: number;
}

const ROUNDS = 20;

/** Milliseconds after which no further round begins. */
const TIME_LIMIT = 5000;

/**
 * Target duration in nanoseconds for measuring a short dispatch: well above the clock's resolution.
 */
const TARGET: Readonly<Record<ClockKind, number>> = { timestamps: 4e6, queue: 2e7 };
const MOST_REPEATS = 200;

/**
 * Times all sizes in turn, round by round, so that a temporary slowdown affects all of them alike.
 * Rejects if the signal is aborted.
 */
export async function timeInRounds<Size>(options: RoundOptions<Size>): Promise<Rounds<Size>> {
  const { signal, now, onRound } = options;
  const sizes = await warmUp(options);
  const rounds: number[][] = [];
  const begin = now();
  for (let done = 0; done < ROUNDS; done += 1) {
    if (done >= LEAST_ROUNDS && now() - begin > TIME_LIMIT) break;
    onRound(done, ROUNDS);
    const round: number[] = [];
    for (const { size, repeats } of sizes) {
      round.push((await options.time(size, repeats)) ?? Number.NaN);
      signal.throwIfAborted();
    }
    // An incomplete round allows no comparison.
    if (!round.some(Number.isNaN)) rounds.push(round);
  }
  const step = smallestStep(rounds.flat());
  const timed = sizes.map(({ size, repeats }, index) => ({
    size,
    times: rounds.map((round) => (round[index] ?? 0) / repeats),
    resolution: step / repeats,
  }));
  return { timed, rounds: rounds.length };
}

interface Repeated<Size> {
  readonly size: Size;
  readonly repeats: number;
}

/**
 * Determines how often each measurement repeats its dispatch. Discards each size's first dispatch.
 */
async function warmUp<Size>(options: RoundOptions<Size>): Promise<Repeated<Size>[]> {
  const { sizes, clock, time, signal } = options;
  const repeated: Repeated<Size>[] = [];
  for (const size of sizes) {
    await time(size, 1);
    signal.throwIfAborted();
    const taken = Math.max(1, (await time(size, 1)) ?? 0);
    signal.throwIfAborted();
    const repeats = Math.round(TARGET[clock] / taken);
    repeated.push({ size, repeats: Math.max(1, Math.min(MOST_REPEATS, repeats)) });
  }
  return repeated;
}
