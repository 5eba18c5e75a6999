import type { FrameRecord } from '#debugger/gpu/frameRecorder.ts';
import type { TracedVersion } from '#debugger/gpu/frameTracer.ts';
import {
  type CompileText,
  compileInstrumented,
  prefixOf,
} from '#debugger/instrument/compileInstrumented.ts';
import type { InstrumentedProgram } from '#debugger/instrument/site.ts';
import { NOTHING_REFUSED, type TraceKind } from '#debugger/instrument/writer.ts';
import { createPipelines } from '#gpu/pipelines.ts';
import { type CompileReport, runRequest } from '#program/compileResult.ts';
import { planRun } from '#program/plan/planRun.ts';
import { filesIdentity } from '#program/project/filesIdentity.ts';
import type { ProjectFile } from '#program/project/project.ts';
import { runnableWgsl } from '#program/wgsl/runnableWgsl.ts';
import { onWgslErrors } from '#program/wgsl/wgslReports.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { DebuggerContext } from './context.ts';
import { refusedSites } from './refusedSites.ts';

/** A source as it is traced, and what runs in place of it. */
export interface TracedProgram {
  readonly program: InstrumentedProgram;
  readonly version: TracedVersion;
}

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
}

const DOES_NOT_COMPILE =
  'The source does not compile, so it cannot be traced. Mend the errors that Diagnostics lists, run it, then trace again.';
const CHANGED = 'The source is not the one that runs any more. Run it, then trace again.';

export function createPrograms({ compile }: Pick<DebuggerContext, 'compile'>): Programs {
  let known: KnownPrograms | null = null;
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
      const ask = (text: string) => compile(runRequest(text, files), signal);
      const plain = byKind.size > 0 ? null : await checkRuns(source, runs, ask);
      if (signal.aborted) return null;
      if (plain !== null) return fail(plain);
      const made = await build({ source, kind, ask, device, uri: descriptor.uri }, signal);
      if (made?.ok) byKind.set(kind, made.value);
      return made;
    },
    forget() {
      known = null;
    },
  };
}

interface BuildOptions {
  readonly source: string;
  readonly kind: TraceKind;
  readonly ask: CompileText;
  readonly device: GPUDevice;
  /** Of the source. */
  readonly uri: string;
}

/** So often is left out what the browser refuses. */
const ROUNDS = 3;

/** Compiles an instrumented program and builds it, without what compiler and browser refuse. */
async function build(
  { source, kind, ask, device, uri }: BuildOptions,
  signal: AbortSignal,
): Promise<Result<TracedProgram> | null> {
  let refused = NOTHING_REFUSED;
  for (let round = 0; ; round += 1) {
    const compiled = await compileInstrumented(source, ask, kind, refused);
    if (!compiled || signal.aborted) return null;
    if (!compiled.ok) return compiled;
    const { program, result } = compiled.value;
    const planned = planRun(result, uri);
    if (!planned.ok) return fail(`The instrumented shader cannot run: ${planned.error}`);
    const pipelines = await createPipelines(device, planned.value);
    if (signal.aborted) return null;
    if (pipelines.ok) {
      const traceBuffer = program.bufferName;
      const version = { descriptor: planned.value, pipelines: pipelines.value, traceBuffer };
      return ok({ program, version });
    }
    const { sites } = compiled.value.refused;
    const more = sitesRefusedIn(result.code, program);
    if (round === ROUNDS || [...more.keys()].every((site) => sites.has(site))) {
      return fail(`The shader runs, but not with its trace. ${pipelines.error}`);
    }
    refused = { ...compiled.value.refused, sites: new Map([...sites, ...more]) };
  }
}

/** Those that the browser has just refused in this WGSL. */
function sitesRefusedIn(
  wgsl: string,
  { bufferName }: InstrumentedProgram,
): ReadonlyMap<number, string> {
  const { code } = runnableWgsl(wgsl);
  let sites: ReadonlyMap<number, string> = new Map();
  const stop = onWgslErrors((report) => {
    if (report.code !== code) return;
    sites = refusedSites({ code, prefix: prefixOf(bufferName) }, report.errors);
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
