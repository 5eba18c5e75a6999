import { type CompileReport, runRequest } from '#core/output/compileResult.ts';
import { planRun } from '#core/plan/planRun.ts';
import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import { runnableWgsl } from '#core/plan/wgsl/runnableWgsl.ts';
import { onWgslErrors } from '#core/plan/wgsl/wgslReports.ts';
import { filesIdentity } from '#core/project/filesIdentity.ts';
import type { ProjectFile } from '#core/project/project.ts';
import {
  type CompiledInstrumented,
  type CompileText,
  compileInstrumented,
  prefixOf,
} from '#core/source/instrument/compileInstrumented.ts';
import { NOTHING_REFUSED, type Refused, type TraceKind } from '#core/source/instrument/writer.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { CallPipeline } from '#engine/gpu/frame.ts';
import { createPipelines } from '#engine/gpu/pipelines.ts';
import type { FrameRecord } from '#engine/gpu/trace/frameRecorder.ts';
import type { TracedProgram } from '#engine/gpu/trace/frameTracer.ts';
import type { DebuggerContext } from './context.ts';
import { tooLarge } from './copiedValues.ts';
import type { InstrumentedCode } from './instrumentedCode.ts';
import { LOST_DEVICE, onDevice } from './onDevice.ts';
import { refusedSites } from './refusedSites.ts';

export interface ProgramRequest {
  /** The main file, which is traced. */
  readonly source: string;
  /** The other files, as they are. */
  readonly files: readonly ProjectFile[];
  /** A frame of what runs. */
  readonly record: FrameRecord;
  /** What it is to record. */
  readonly kind: TraceKind;
  /** The program is not known yet. */
  onCompiling(): void;
}

export interface Programs {
  /**
   * The instrumented program of a source that runs; the same once more for the same source. Null if
   * the signal was aborted.
   */
  obtain(request: ProgramRequest, signal: AbortSignal): Promise<Result<TracedProgram> | null>;
  forget(): void;
  /** Later programs copy no large values. */
  deviceLost(): void;
}

const DOES_NOT_COMPILE =
  'The source does not compile, so it cannot be traced. Mend the errors that Diagnostics lists, run it, then trace again.';
const CHANGED = 'The source is not the one that runs any more. Run it, then trace again.';

export function createPrograms(context: Pick<DebuggerContext, 'compile' | 'workspace'>): Programs {
  let known: KnownPrograms | null = null;
  let mostCopied: number | undefined;
  return {
    async obtain({ source, files, record, kind, onCompiling }, signal) {
      const { device, descriptor } = record.frame;
      const runs = descriptor.shader.code;
      const identity = filesIdentity(files);
      const isKnown = known?.source === source && known.identity === identity;
      if (!known || !isKnown || known.device !== device || known.runs !== runs) {
        known = { source, identity, device, runs, byKind: new Map() };
      }
      const { byKind } = known;
      const found = byKind.get(kind);
      if (found) return ok(found);
      onCompiling();
      const ask = (text: string) => context.compile(runRequest(text, files), signal);
      const plain = byKind.size > 0 ? null : await checkRuns(source, runs, ask);
      if (signal.aborted) return null;
      if (plain !== null) return fail(plain);
      const create = (planned: RunDescriptor) =>
        onDevice(context, device, () => createPipelines(device, planned));
      const options = { source, kind, ask, create, uri: descriptor.uri, mostCopied };
      const made = await build(options, signal);
      if (made?.ok) byKind.set(kind, made.value);
      return made;
    },
    forget() {
      known = null;
    },
    deviceLost() {
      mostCopied = 0;
    },
  };
}

interface BuildOptions {
  readonly source: string;
  readonly kind: TraceKind;
  readonly ask: CompileText;
  /** Creates the pipelines. */
  readonly create: (planned: RunDescriptor) => Promise<Result<readonly CallPipeline[]>>;
  /** Of the source. */
  readonly uri: string;
  /** Of large values, in bytes. */
  readonly mostCopied: number | undefined;
}

/** So often is left out what the browser refuses. */
const ROUNDS = 3;

/** Compiles an instrumented program and builds it, without what compiler and browser refuse. */
async function build(
  options: BuildOptions,
  signal: AbortSignal,
): Promise<Result<TracedProgram> | null> {
  let known = NOTHING_REFUSED;
  let leftOut = 0;
  for (let round = 0; ; round += 1) {
    const compiled = await compileWithinLimit(options, known);
    if (!compiled || signal.aborted) return null;
    if (!compiled.ok) return compiled;
    const { program, result, refused, code } = compiled.value;
    leftOut += compiled.value.leftOut;
    const planned = planRun(result, options.uri);
    if (!planned.ok) return fail(`The instrumented shader cannot run: ${planned.error}`);
    const pipelines = await options.create(planned.value);
    if (signal.aborted) return null;
    if (pipelines.ok) {
      const traceBuffer = program.bufferName;
      const version = { descriptor: planned.value, pipelines: pipelines.value, traceBuffer };
      return ok({ program, version, leftOut });
    }
    if (pipelines.error === LOST_DEVICE) return pipelines;
    const more = withoutSites(refused, sitesRefusedIn(code));
    if (round === ROUNDS || !more) {
      return fail(`The shader runs, but not with its trace. ${pipelines.error}`);
    }
    known = more;
  }
}

interface WithinLimit extends CompiledInstrumented {
  readonly code: InstrumentedCode;
  /** How many values are left out because they are large. */
  readonly leftOut: number;
}

/** Compiles without values that are too large to be copied; null if it was cancelled. */
async function compileWithinLimit(
  { source, ask, kind, mostCopied }: BuildOptions,
  known: Refused,
): Promise<Result<WithinLimit> | null> {
  let without = known;
  let leftOut = 0;
  for (;;) {
    const compiled = await compileInstrumented(source, ask, kind, without);
    if (!compiled?.ok) return compiled;
    const { program, result, refused } = compiled.value;
    const code = { code: runnableWgsl(result.code).code, prefix: prefixOf(program.bufferName) };
    const large = tooLarge(code, mostCopied);
    const less = withoutSites(refused, large);
    if (!less) return ok({ ...compiled.value, code, leftOut });
    without = less;
    leftOut += large.size;
  }
}

/** Null if there is none that is not left out yet. */
function withoutSites(refused: Refused, more: ReadonlyMap<number, string>): Refused | null {
  const { sites } = refused;
  if ([...more.keys()].every((site) => sites.has(site))) return null;
  return { ...refused, sites: new Map([...sites, ...more]) };
}

/** Those that the browser has just refused in this WGSL. */
function sitesRefusedIn(instrumented: InstrumentedCode): ReadonlyMap<number, string> {
  let sites: ReadonlyMap<number, string> = new Map();
  const stop = onWgslErrors(({ code, errors }) => {
    if (code === instrumented.code) sites = refusedSites(instrumented, errors);
  });
  stop();
  return sites;
}

/** Those of one project on one device. */
interface KnownPrograms {
  readonly source: string;
  /** Of the other files. */
  readonly identity: string | null;
  readonly device: GPUDevice;
  /** The WGSL of what runs. */
  readonly runs: string;
  readonly byKind: Map<TraceKind, TracedProgram>;
}

/** Why a source is not what runs; null if it is. */
async function checkRuns(
  source: string,
  runs: string,
  compile: (text: string) => Promise<CompileReport | null>,
): Promise<string | null> {
  const plain = await compile(source);
  if (plain && !plain.succ) return DOES_NOT_COMPILE;
  return plain && plain.result.code !== runs ? CHANGED : null;
}
