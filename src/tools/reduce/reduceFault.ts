import { type CompileRequest, runRequest, USER_SHADER_PATH } from '#core/output/compileResult.ts';
import { tidy } from '#core/source/reducer/change.ts';
import {
  drive,
  type ReducedFiles,
  type ReductionProgress,
  reduceFiles,
} from '#core/source/reducer/reduceFiles.ts';
import { messageOf } from '#core/util/errors.ts';
import type { Examiner } from '#tools/reduce/oracle/examiner.ts';
import { type Fault, isSameFault } from './fault.ts';

/** Milliseconds after which a compile counts as hanging. */
interface HangLimits {
  /** Minimum for candidates. The result is confirmed with `sure`. */
  readonly likely: number;
  readonly sure: number;
}

const DEFAULT_LIMITS: HangLimits = { likely: 1000, sure: 10_000 };
/** A candidate gets at least this many times as long as an ordinary source. */
const SLOWNESS = 20;

const DEFAULT_MAX_TESTS = 4000;

/** A source without faults, for measuring how busy the computer is. */
const ORDINARY = `RWStructuredBuffer<float> values;
[shader("compute")] [numthreads(8, 8, 1)]
void main(uint2 place : SV_DispatchThreadID) { values[place.x] = sin(float(place.y)); }
`;

export type FaultReduction =
  /** The source has no fault now. */
  | { readonly kind: 'no-fault' }
  /** The smallest files with the fault, possibly the original ones. */
  | {
      readonly kind: 'reduced';
      readonly fault: Fault;
      readonly files: ReducedFiles;
      readonly isCut: boolean;
    }
  | { readonly kind: 'cancelled'; readonly fault: Fault | null; readonly files: ReducedFiles }
  /** Reduction had to stop, such as without a graphics device. `files` are the smallest so far. */
  | {
      readonly kind: 'failed';
      readonly fault: Fault;
      readonly files: ReducedFiles;
      readonly reason: string;
    };

interface ReduceOptions {
  readonly examiner: Examiner;
  readonly signal: AbortSignal;
  readonly maxTests?: number;
  readonly limits?: HangLimits;
  /** Called when the fault is found, before the reduction begins. */
  onFault?(fault: Fault): void;
  onProgress?(progress: ReductionProgress): void;
}

/**
 * Determines a source's fault, and finds the smallest source with the same fault.
 *
 * @throws if the fault cannot be determined, such as without a compiler
 */
export async function reduceFault(
  request: CompileRequest,
  options: ReduceOptions,
): Promise<FaultReduction> {
  const { examiner, signal, limits = DEFAULT_LIMITS } = options;
  const files = filesOf(request);
  const likely = await likelyLimit(examiner, limits);
  const started = performance.now();
  const fault = await examiner.examine(request, limits.sure);
  const needed = performance.now() - started;
  if (signal.aborted) return { kind: 'cancelled', fault, files };
  if (fault === null) return { kind: 'no-fault' };
  options.onFault?.(fault);
  // Some faults take time, such as filling up memory.
  const limit =
    fault.kind === 'hang' ? likely : Math.min(limits.sure, Math.max(likely, 2 * needed));
  const trail: Trail = [files];
  try {
    return await shrink({ request, fault, trail, likely: limit, sure: limits.sure }, options);
  } catch (thrown) {
    return { kind: 'failed', fault, files: trail.at(-1) ?? files, reason: messageOf(thrown) };
  }
}

/** Files with the fault, from largest to smallest, starting with the source. */
type Trail = [ReducedFiles, ...ReducedFiles[]];

interface FoundFault extends HangLimits {
  readonly request: CompileRequest;
  readonly fault: Fault;
  /** Receives each smaller result. */
  readonly trail: Trail;
}

async function shrink(
  { request, fault, trail, likely, sure }: FoundFault,
  { examiner, signal, maxTests = DEFAULT_MAX_TESTS, onProgress }: ReduceOptions,
): Promise<FaultReduction> {
  const [files] = trail;
  const hasFault = async (candidate: ReducedFiles, milliseconds: number) =>
    isSameFault(fault, await examiner.examine(withFiles(request, candidate), milliseconds));
  const end = await drive(files, reduceFiles(files), {
    ...{ signal, maxTests },
    stillFails: (candidate) => hasFault(candidate, likely),
    onProgress(progress) {
      if (progress.best !== trail.at(-1)) trail.push(progress.best);
      onProgress?.(progress);
    },
  });
  if (end.reason === 'cancelled') return { kind: 'cancelled', fault, files: end.best };
  if (end.reason === 'limit') {
    const tidied = end.best.map(({ path, text }) => ({ path, text: tidy(text) }));
    if (await hasFault(tidied, likely)) trail.push(tidied);
  }
  const smallest = trail.at(-1) ?? files;
  // A compile beyond the likely limit may still finish.
  const confirmed =
    fault.kind === 'hang'
      ? await lastConfirmed(trail, (candidate) => hasFault(candidate, sure))
      : smallest;
  if (signal.aborted) return { kind: 'cancelled', fault, files: smallest };
  return { kind: 'reduced', fault, files: confirmed, isCut: end.reason === 'limit' };
}

/**
 * Milliseconds within which a compile that does not hang very likely finishes under the current
 * load.
 */
async function likelyLimit(examiner: Examiner, { likely, sure }: HangLimits): Promise<number> {
  // The first compile includes waiting for the worker.
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

/**
 * The last of these values, sorted from largest to smallest, that passes a slow check. Uses binary
 * search; the first value counts as confirmed.
 */
export async function lastConfirmed<Value>(
  values: readonly [Value, ...Value[]],
  confirms: (value: Value) => Promise<boolean>,
): Promise<Value> {
  let best: Value = values[0];
  let low = 0;
  let high = values.length;
  // Start with the smallest, which usually passes.
  let middle = values.length - 1;
  while (high - low > 1) {
    const value = values[middle];
    if (value !== undefined && (await confirms(value))) {
      best = value;
      low = middle;
    } else high = middle;
    middle = (low + high) >> 1;
  }
  return best;
}
