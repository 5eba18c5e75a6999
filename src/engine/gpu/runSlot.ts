import { canPrint } from '#core/plan/callResources.ts';
import type {
  LoadRules,
  RunControls,
  RunOutcome,
  RunReports,
  UniformValues,
} from '#core/plan/runControls.ts';
import type { RunChange, RunDescriptor } from '#core/plan/runDescriptor.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { messageOf } from '#core/util/errors.ts';
import { createNewest, type Newest } from '#core/util/newest.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { CallPipeline } from './frame.ts';
import { createPipelineBuilder, type PipelineBuilder } from './pipelineBuilder.ts';
import type { ProgramVersion } from './programVersion.ts';
import type { AssetReader } from './resources/contents.ts';
import { loadResourceData } from './resources/resourceData.ts';
import { type Run, startRun } from './run.ts';
import type { RunContext } from './runContext.ts';
import type { Updates } from './updates.ts';

/** The run of a device, and what is to replace it or its version. */
export interface RunSlot
  extends Pick<RunControls, 'start' | 'update' | 'expectUpdate' | 'setUniform'> {
  current(): Run | null;
  dispose: Dispose;
}

export interface RunSlotOptions extends Omit<RunContext, 'values'> {
  /** What a frame at this time of the run reads, if the user has set these. */
  valuesAt(values: UniformValues, seconds: number): UniformValues;
  /** A run has started or, if it is an update, its next version has replaced the last. */
  onVersion(isUpdate: boolean): void;
  readonly assets: AssetReader;
}

interface SlotState {
  run: Run | null;
  values: UniformValues;
  /** Aborted when the next start or update begins. */
  readonly newest: Newest;
  /** A run from frame 0 is being prepared. */
  isStarting: boolean;
}

/** What a start or an update is given. */
interface VersionRequest {
  readonly descriptor: RunDescriptor;
  readonly values: UniformValues;
  readonly rules: LoadRules;
}

/** One start or update that is under way. */
interface Preparation {
  readonly signal: AbortSignal;
  readonly onLoading: RunReports['onLoading'];
  /** What was set when it began. */
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
  const context: RunContext = {
    ...options,
    values: (seconds) => options.valuesAt(state.values, seconds),
  };
  const parts = { state, builder, context, options };
  return {
    current: () => state.run,
    start: (descriptor, values, rules) => start(parts, { descriptor, values, rules }),
    update: (descriptor, values, rules) => update(parts, { descriptor, values, rules }),
    // What cannot be loaded is told by the update itself.
    expectUpdate: (descriptor) => void expectUpdate(parts, descriptor).catch(() => {}),
    setUniform(name, value) {
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
  // Builds one at a time, and of those that come meanwhile only the newest.
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

/** The run that an update can change. A run that is being started is replaced instead. */
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

/** The pipelines of the running version that the next one can use. */
function stillFitting({ before, change }: Running): readonly CallPipeline[] {
  return before.pipelines.filter(({ call }) => change.sameEntryPoints.has(call.entryPoint));
}

/** Builds pipelines and loads data at the same time; fails with the first that cannot be had. */
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

const NOT_LOADED =
  'Printed text cannot be shown: a part of the page did not load. Reload the page.';

/** Only some programs print: it loads for those alone. */
async function loadPrintReader(
  onMessage: RunReports['onMessage'],
): Promise<ProgramVersion['createPrintReader']> {
  try {
    return (await import('./printReader.ts')).createPrintReader;
  } catch {
    onMessage(NOT_LOADED);
    return null;
  }
}

/** Takes the values of the new version, and over them what was set while it was being prepared. */
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
