import type {
  Animate,
  LoadRules,
  ReplayedInputs,
  RunOutcome,
  RunReports,
  UniformValue,
  UniformValues,
} from '#core/plan/runControls.ts';
import { canPrint, type RunChange, type RunDescriptor } from '#core/plan/runDescriptor.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { messageOf } from '#core/util/errors.ts';
import { createNewest, type Newest } from '#core/util/newest.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { AssetReader } from '#engine/gpu/resources/contents.ts';
import { loadResourceData } from '#engine/gpu/resources/resourceData.ts';
import type { CallPipeline } from './frame.ts';
import { createPipelines } from './pipelines.ts';
import { loadPrintReader, type ProgramVersion } from './programVersion.ts';
import { type Run, startRun } from './run.ts';
import type { RunContext } from './runContext.ts';
import type { RunInputs } from './runInputs.ts';
import type { Updates } from './takeover.ts';

/** The run of a device, and what will replace it or its version. Only one run exists at a time. */
export interface RunSlot {
  /**
   * Builds the run, then replaces the current one; on failure, the current one continues. Starts at
   * frame 0, playing.
   *
   * @param values the user's values; other components start at their defaults
   */
  start(
    descriptor: RunDescriptor,
    values: UniformValues,
    rules: LoadRules,
  ): Promise<Result<RunOutcome>>;
  /**
   * Builds the next version of the running program. Frame, time, playback and what `compareRuns`
   * keeps stay. On failure, the old version continues. If nothing runs, or a run is starting, this
   * is a start.
   */
  update(
    descriptor: RunDescriptor,
    values: UniformValues,
    rules: LoadRules,
  ): Promise<Result<RunOutcome>>;
  /**
   * Announces a likely update to this descriptor: starts its slowest work early if nothing else is
   * being built. The run does not change.
   */
  expectUpdate(descriptor: RunDescriptor): void;
  /** Stops the clock and frames. `onPlayback` reports the result, as for the next three methods. */
  pause(): void;
  resume(): void;
  /** Pauses, changes the frame number by this amount (not below 0) and draws that frame. */
  step(frames: number): void;
  /**
   * Pauses and draws this frame at this value of `TIME`, with the current contents of the
   * resources. The inputs apply until the run continues or draws another frame; without them, the
   * user's current inputs apply.
   */
  showFrame(frame: number, seconds: number, inputs?: ReplayedInputs): void;
  /** Returns to frame 0 and time 0; once-only calls run again. */
  reset(): void;
  /** Null stops animating values. */
  setAnimation(animate: Animate | null): void;
  /** While paused, draws the frame again with the new value. */
  setUniform(name: string, value: UniformValue): void;
  current(): Run | null;
  dispose: Dispose;
}

interface RunSlotOptions extends Omit<RunContext, keyof RunInputs | 'values'> {
  readonly inputs: RunInputs;
  /** A run has started or, if `isUpdate`, a new version has replaced the last. */
  onVersion(isUpdate: boolean): void;
  readonly assets: AssetReader;
}

interface SlotState {
  run: Run | null;
  values: UniformValues;
  /** Aborted when the next start or update begins. */
  readonly newest: Newest;
  isStarting: boolean;
}

interface VersionRequest {
  readonly descriptor: RunDescriptor;
  readonly values: UniformValues;
  readonly rules: LoadRules;
}

interface Preparation {
  readonly signal: AbortSignal;
  readonly onLoading: RunReports['onLoading'];
  /** The user's values when it began. */
  readonly valuesBefore: UniformValues;
}

/** The running version, and what the next one keeps of it. */
interface Running {
  readonly before: ProgramVersion;
  readonly change: RunChange;
}

const OVERTAKEN = ok<RunOutcome>({ kind: 'overtaken' });

export function createRunSlot(options: RunSlotOptions): RunSlot {
  const state: SlotState = {
    ...{ run: null, values: {}, newest: createNewest(), isStarting: false },
  };
  const builder = createPipelineBuilder(options.device);
  const { inputs } = options;
  const context: RunContext = {
    ...options,
    ...inputs,
    values: (seconds) => inputs.valuesAt(state.values, seconds),
  };
  const parts = { state, builder, context, options };
  const withRealInputs = () => {
    inputs.replay(null);
    return state.run;
  };
  return {
    current: () => state.run,
    start: (descriptor, values, rules) => start(parts, { descriptor, values, rules }),
    update: (descriptor, values, rules) => update(parts, { descriptor, values, rules }),
    // Loading errors are reported by the update itself.
    expectUpdate: (descriptor) => void expectUpdate(parts, descriptor).catch(() => {}),
    pause: () => state.run?.pause(),
    resume: () => withRealInputs()?.resume(),
    step: (frames) => (frames === 0 ? state.run : withRealInputs())?.step(frames),
    showFrame(frame, seconds, replayed) {
      inputs.replay(replayed ?? null);
      state.run?.show(frame, seconds);
    },
    reset: () => withRealInputs()?.reset(),
    setAnimation(animate) {
      inputs.setAnimation(animate);
      state.run?.redraw();
    },
    setUniform(name, value) {
      inputs.forgetValues();
      state.values = { ...state.values, [name]: value };
      state.run?.redraw();
    },
    dispose() {
      state.newest.end();
      state.run?.stop();
    },
  };
}

async function expectUpdate(
  { state, builder, options }: SlotParts,
  descriptor: RunDescriptor,
): Promise<void> {
  if (!updatableRun(state)) return;
  const { compareRuns } = await options.loadUpdates();
  const run = updatableRun(state);
  if (!run || builder.isBuilding()) return;
  const before = run.version;
  const change = compareRuns(before.descriptor, descriptor);
  if (change.keepsPipelines) return;
  await builder.build(descriptor, stillFitting({ before, change })).finally(run.hold());
}

interface SlotParts {
  readonly state: SlotState;
  readonly builder: PipelineBuilder;
  readonly context: RunContext;
  readonly options: RunSlotOptions;
}

async function start(parts: SlotParts, request: VersionRequest): Promise<Result<RunOutcome>> {
  const { state, context, options } = parts;
  const preparation = begin(parts);
  state.isStarting = true;
  const prepared = await prepareVersion(parts, request, preparation);
  if (preparation.signal.aborted) return OVERTAKEN;
  state.isStarting = false;
  preparation.onLoading(null);
  if (!prepared.ok) return prepared;
  state.run?.stop();
  adoptValues(state, request, preparation);
  state.run = startRun(context, prepared.value);
  options.onVersion(false);
  return ok({ kind: 'started' });
}

async function update(parts: SlotParts, request: VersionRequest): Promise<Result<RunOutcome>> {
  const { state, builder, options } = parts;
  const run = updatableRun(state);
  if (!run) return start(parts, request);
  const preparation = begin(parts);
  const { signal } = preparation;
  const updates = await load(options.loadUpdates);
  if (!updates.ok) return updates;
  // Builds one version at a time; of those requested meanwhile, only the newest.
  await builder.free(request.descriptor);
  if (signal.aborted) return OVERTAKEN;
  const before = run.version;
  const change = updates.value.compareRuns(before.descriptor, request.descriptor);
  if (change.isNone) return ok({ kind: 'unchanged' });
  const release = run.hold();
  const prepared = await prepareVersion(parts, request, preparation, { before, change });
  if (signal.aborted) return OVERTAKEN;
  preparation.onLoading(null);
  if (!prepared.ok || run.ended) release();
  if (!prepared.ok) return prepared;
  if (run.ended) return start(parts, request);
  const updated = await run.update(prepared.value, change, signal);
  release();
  if (signal.aborted) return OVERTAKEN;
  if (!updated.ok) return updated;
  adoptValues(state, request, preparation);
  options.onVersion(true);
  return ok({ kind: 'updated', silenced: change.silences });
}

async function load(loadUpdates: RunContext['loadUpdates']): Promise<Result<Updates>> {
  try {
    return ok(await loadUpdates());
  } catch (thrown) {
    return fail(`Live mode did not load (${messageOf(thrown)}). Press Run, or reload the page.`);
  }
}

/** Null while a run is starting, since an update then replaces it. */
function updatableRun({ run, isStarting }: SlotState): Run | null {
  return run && !run.ended && !isStarting ? run : null;
}

function begin({ state, options }: SlotParts): Preparation {
  const signal = state.newest.next();
  const onLoading: RunReports['onLoading'] = (progress) => {
    if (!signal.aborted) options.onLoading(progress);
  };
  onLoading(null);
  return { signal, onLoading, valuesBefore: state.values };
}

function stillFitting({ before, change }: Running): readonly CallPipeline[] {
  return before.pipelines.filter(({ call }) => change.sameEntryPoints.has(call.entryPoint));
}

/** Builds pipelines and loads data in parallel; fails with the first error. */
async function prepareVersion(
  { builder, context: { device }, options: { assets, onMessage } }: SlotParts,
  { descriptor, rules }: VersionRequest,
  { signal, onLoading }: Preparation,
  running?: Running,
): Promise<Result<ProgramVersion>> {
  const kept = running && stillFitting(running);
  try {
    const [pipelines, data, createPrintReader] = await Promise.all([
      kept && running.change.keepsPipelines ? ok(kept) : builder.build(descriptor, kept),
      loadResourceData(descriptor, {
        rules,
        assets,
        signal,
        onLoading,
        kept: running?.change.kept ?? new Set(),
        maxBufferBytes: device.limits.maxStorageBufferBindingSize,
      }),
      canPrint(descriptor) ? loadPrintReader(onMessage) : null,
    ]);
    return pipelines.ok
      ? ok({ descriptor, pipelines: pipelines.value, rules, createPrintReader, data })
      : pipelines;
  } catch (thrown) {
    return fail(messageOf(thrown));
  }
}

/** Takes the new version's values, overridden by those set while it was being prepared. */
function adoptValues(
  state: SlotState,
  { values }: VersionRequest,
  { valuesBefore }: Preparation,
): void {
  const set = Object.entries(state.values).filter(
    ([name, value]) => ownValue(valuesBefore, name) !== value,
  );
  state.values = { ...values, ...Object.fromEntries(set) };
}

type Pipelines = Promise<Result<readonly CallPipeline[]>>;

/** Builds pipelines, and caches those of the newest request. */
interface PipelineBuilder {
  /**
   * Never rejects. Returns the previous result for the same descriptor as last time.
   *
   * @param kept pipelines of another version with the same resources, which this one can reuse
   */
  build(descriptor: RunDescriptor, kept?: readonly CallPipeline[]): Pipelines;
  isBuilding(): boolean;
  /** Resolves when no build for another descriptor is in progress. */
  free(descriptor: RunDescriptor): Promise<unknown>;
}

function createPipelineBuilder(device: GPUDevice): PipelineBuilder {
  let underWay = 0;
  let newest: { readonly descriptor: RunDescriptor; readonly pipelines: Pipelines } | null = null;

  const create = async (descriptor: RunDescriptor, kept?: readonly CallPipeline[]) => {
    underWay += 1;
    try {
      return await createPipelines(device, descriptor, kept);
    } catch (thrown) {
      return fail(messageOf(thrown));
    } finally {
      underWay -= 1;
    }
  };
  return {
    build(descriptor, kept) {
      if (newest?.descriptor !== descriptor) {
        newest = { descriptor, pipelines: create(descriptor, kept) };
      }
      return newest.pipelines;
    },
    isBuilding: () => underWay > 0,
    free: async (descriptor) => {
      if (newest?.descriptor !== descriptor) await newest?.pipelines;
    },
  };
}
