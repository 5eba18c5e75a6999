import { type CompileRequest, runRequest, USER_SHADER_PATH } from '#program/compileResult.ts';
import { type Fault, isSameFault } from './fault.ts';
import type { Examiner } from './oracle/examiner.ts';
import { lastConfirmed } from './oracle/trail.ts';
import { drive, type ReductionProgress } from './reducer/drive.ts';
import { type ReducedFiles, reduceFiles } from './reducer/reduceFiles.ts';
import { tidy } from './reducer/tidy.ts';

/** Milliseconds after which a compile counts as hanging. */
export interface HangLimits {
  /** For a candidate, at least. The result is confirmed with the other limit. */
  readonly likely: number;
  readonly sure: number;
}

const DEFAULT_LIMITS: HangLimits = { likely: 1000, sure: 10_000 };
/** A candidate gets this many times as long as an ordinary source, at least. */
const SLOWNESS = 20;

const DEFAULT_MAX_TESTS = 4000;

/** What every compiler takes, to find out how busy this computer is. */
const ORDINARY = `RWStructuredBuffer<float> values;
[shader("compute")] [numthreads(8, 8, 1)]
void main(uint2 place : SV_DispatchThreadID) { values[place.x] = sin(float(place.y)); }
`;

export type FaultReduction =
  /** The source has no fault now. */
  | { readonly kind: 'no-fault' }
  /** The smallest files with the fault, which may be all of what there was. */
  | {
      readonly kind: 'reduced';
      readonly fault: Fault;
      readonly files: ReducedFiles;
      readonly tests: number;
      readonly isCut: boolean;
    }
  | { readonly kind: 'cancelled'; readonly fault: Fault | null; readonly files: ReducedFiles };

export interface ReduceOptions {
  readonly examiner: Examiner;
  readonly signal: AbortSignal;
  readonly maxTests?: number;
  readonly limits?: HangLimits;
  /** The fault was found; the reduction begins. */
  onFault?(fault: Fault): void;
  onProgress?(progress: ReductionProgress): void;
}

/**
 * Finds the fault of a source, and the smallest source that has the same one.
 *
 * @throws if there is no compiler
 */
export async function reduceFault(
  request: CompileRequest,
  options: ReduceOptions,
): Promise<FaultReduction> {
  const { examiner, signal, maxTests = DEFAULT_MAX_TESTS, limits = DEFAULT_LIMITS } = options;
  const files = filesOf(request);
  const likely = await likelyLimit(examiner, limits);
  const started = performance.now();
  const fault = await examiner.examine(request, limits.sure);
  const needed = performance.now() - started;
  if (signal.aborted) return { kind: 'cancelled', fault, files };
  if (fault === null) return { kind: 'no-fault' };
  options.onFault?.(fault);
  const hasFault = async (candidate: ReducedFiles, milliseconds: number) =>
    isSameFault(fault, await examiner.examine(withFiles(request, candidate), milliseconds));
  // Memory, for one, takes time to fill up.
  const limit =
    fault.kind === 'hang' ? likely : Math.min(limits.sure, Math.max(likely, 2 * needed));
  const trail: [ReducedFiles, ...ReducedFiles[]] = [files];
  const end = await drive(files, reduceFiles(files), {
    ...{ signal, maxTests },
    stillFails: (candidate) => hasFault(candidate, limit),
    onProgress(progress) {
      if (progress.best !== trail.at(-1)) trail.push(progress.best);
      options.onProgress?.(progress);
    },
  });
  if (end.reason === 'cancelled') return { kind: 'cancelled', fault, files: end.best };
  if (end.reason === 'limit') {
    const tidied = end.best.map(({ path, text }) => ({ path, text: tidy(text) }));
    if (await hasFault(tidied, limit)) trail.push(tidied);
  }
  const smallest = trail.at(-1) ?? files;
  // What takes longer than the likely limit may still finish.
  const confirmed =
    fault.kind === 'hang'
      ? await lastConfirmed(trail, (candidate) => hasFault(candidate, limits.sure))
      : smallest;
  if (signal.aborted) return { kind: 'cancelled', fault, files: smallest };
  const { tests, reason } = end;
  return { kind: 'reduced', fault, files: confirmed, tests, isCut: reason === 'limit' };
}

/** The milliseconds in which a compile that does not hang finishes, most probably, on this computer now. */
async function likelyLimit(examiner: Examiner, { likely, sure }: HangLimits): Promise<number> {
  // The first one waits for the worker.
  await examiner.examine(runRequest(ORDINARY), sure);
  const started = performance.now();
  await examiner.examine(runRequest(`${ORDINARY}\n`), sure);
  return Math.min(sure, Math.max(likely, SLOWNESS * (performance.now() - started)));
}

function filesOf({ sourceCode, files = [] }: CompileRequest): ReducedFiles {
  return [{ path: USER_SHADER_PATH, text: sourceCode }, ...files];
}

function withFiles(request: CompileRequest, files: ReducedFiles): CompileRequest {
  const [main, ...others] = files;
  return { ...request, sourceCode: main?.text ?? '', files: others };
}
