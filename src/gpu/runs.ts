import { compareRuns, type RunChange } from '#program/plan/runChange.ts';
import type {
  FetchRules,
  RunControls,
  RunReports,
  UniformValues,
} from '#program/plan/runControls.ts';
import type { RunDescriptor } from '#program/plan/runDescriptor.ts';
import type { Dispose } from '#shared/disposer.ts';
import { messageOf } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Version } from './frameDrawer.ts';
import { createPipelineBuilder, type PipelineBuilder } from './pipelineBuilder.ts';
import type { CallPipeline } from './pipelines.ts';
import { loadContents } from './resources/contents.ts';
import { type Run, startRun } from './run.ts';
import type { RunContext } from './runContext.ts';

/** The run of the moment, and what is to take its place. */
export interface Runs
  extends Pick<RunControls, 'start' | 'update' | 'expectUpdate' | 'setUniform'> {
  current(): Run | null;
  dispose: Dispose;
}

export interface RunsOptions extends Omit<RunContext, 'values'> {
  /** A run has started or, if it is an update, its next version has taken over. */
  onVersion(isUpdate: boolean): void;
}

export function createRuns(options: RunsOptions): Runs {
  const { device } = options;
  let run: Run | null = null;
  let values: UniformValues = {};
  let newest = new AbortController();
  /** A run from frame 0 is being prepared. */
  let isStarting = false;
  const builder = createPipelineBuilder(device);
  const context: RunContext = { ...options, values: () => values };

  const begin = (rules: FetchRules): Attempt => {
    newest.abort();
    newest = new AbortController();
    const { signal } = newest;
    const onLoading: RunReports['onLoading'] = (progress) => {
      if (!signal.aborted) options.onLoading(progress);
    };
    onLoading(null);
    return { signal, onLoading, rules, valuesBefore: values };
  };

  const start: Runs['start'] = async (descriptor, newValues, rules) => {
    const attempt = begin(rules);
    isStarting = true;
    const prepared = await prepareVersion(descriptor, { device, builder }, attempt);
    if (attempt.signal.aborted) return ok(OVERTAKEN);
    isStarting = false;
    attempt.onLoading(null);
    if (!prepared.ok) return prepared;
    run?.stop();
    values = withNewer(newValues, attempt.valuesBefore, values);
    run = startRun(context, prepared.value);
    options.onVersion(false);
    return ok({ kind: 'started' });
  };

  const update: Runs['update'] = async (descriptor, newValues, rules) => {
    // What is being started takes no update: the newer version is started in its place.
    if (!run || run.ended || isStarting) return start(descriptor, newValues, rules);
    const attempt = begin(rules);
    const { signal } = attempt;
    // One at a time, and of those that come meanwhile only the newest.
    await builder.free(descriptor);
    if (signal.aborted) return ok(OVERTAKEN);
    const before = run.version;
    const change = compareRuns(before.descriptor, descriptor);
    if (change.isNone) return ok({ kind: 'unchanged' });
    const release = run.hold();
    const prepared = await prepareVersion(descriptor, { device, builder }, attempt, {
      before,
      change,
    });
    if (signal.aborted) return ok(OVERTAKEN);
    attempt.onLoading(null);
    if (!prepared.ok || run.ended) release();
    if (!prepared.ok) return prepared;
    if (run.ended) return start(descriptor, newValues, rules);
    const updated = await run.update(prepared.value, change, signal);
    release();
    if (signal.aborted) return ok(OVERTAKEN);
    if (!updated.ok) return updated;
    values = withNewer(newValues, attempt.valuesBefore, values);
    options.onVersion(true);
    return ok({ kind: 'updated', silenced: change.silences });
  };

  return {
    current: () => run,
    start,
    update,
    expectUpdate(descriptor) {
      if (!run || run.ended || isStarting || builder.isBuilding()) return;
      const before = run.version;
      const change = compareRuns(before.descriptor, descriptor);
      if (change.keepsPipelines) return;
      void builder.build(descriptor, stillFitting({ before, change })).finally(run.hold());
    },
    setUniform(name, value) {
      values = { ...values, [name]: value };
      run?.redraw();
    },
    dispose() {
      newest.abort();
      run?.stop();
    },
  };
}

/** One start or update; aborted when the next one begins. */
interface Attempt {
  readonly signal: AbortSignal;
  readonly onLoading: RunReports['onLoading'];
  readonly rules: FetchRules;
  /** What was set when it began. */
  readonly valuesBefore: UniformValues;
}

/** The version that runs, and what the next one keeps of it. */
interface Running {
  readonly before: Version;
  readonly change: RunChange;
}

const OVERTAKEN = { kind: 'overtaken' } as const;

/** The pipelines of the running version that the next one can use. */
function stillFitting({ before, change }: Running): readonly CallPipeline[] {
  return before.pipelines.filter(({ call }) => change.sameEntryPoints.has(call.fnName));
}

/** Pipelines and contents at the same time; fails with the first that cannot be had. */
async function prepareVersion(
  descriptor: RunDescriptor,
  { device, builder }: { readonly device: GPUDevice; readonly builder: PipelineBuilder },
  { signal, onLoading, rules }: Attempt,
  running?: Running,
): Promise<Result<Version>> {
  const kept = running && stillFitting(running);
  try {
    const [pipelines, contents] = await Promise.all([
      kept && running.change.keepsPipelines ? ok(kept) : builder.build(descriptor, kept),
      loadContents(descriptor, {
        rules,
        signal,
        onLoading,
        kept: running?.change.kept ?? new Set(),
        maxBufferBytes: device.limits.maxStorageBufferBindingSize,
      }),
    ]);
    return pipelines.ok ? ok({ descriptor, pipelines: pipelines.value, contents }) : pipelines;
  } catch (thrown) {
    return fail(messageOf(thrown));
  }
}

/** Values for a new version, and over them what was set while it was being prepared. */
function withNewer(next: UniformValues, before: UniformValues, now: UniformValues): UniformValues {
  const set = Object.entries(now).filter(([name, value]) => before[name] !== value);
  return { ...next, ...Object.fromEntries(set) };
}
