import { textHash } from '#core/util/text.ts';
import type { Reduction } from './change.ts';
import type { ReducedFiles } from './reduceFiles.ts';

/** Whether these files have the same fault. Rejects only if that cannot be determined. */
type Oracle = (files: ReducedFiles, signal: AbortSignal) => Promise<boolean>;

export interface ReductionProgress {
  /** The smallest files with the fault so far. */
  readonly best: ReducedFiles;
  readonly tests: number;
}

interface ReductionEnd extends ReductionProgress {
  /** Why it ended: nothing smaller has the fault, it was cancelled, or it reached `maxTests`. */
  readonly reason: 'smallest' | 'cancelled' | 'limit';
}

interface DriveOptions {
  readonly stillFails: Oracle;
  readonly signal: AbortSignal;
  readonly maxTests: number;
  onProgress(progress: ReductionProgress): void;
}

/** Tests the candidates of a reduction, each once. */
export async function drive(
  files: ReducedFiles,
  reduction: Reduction<ReducedFiles>,
  { stillFails, signal, maxTests, onProgress }: DriveOptions,
): Promise<ReductionEnd> {
  const refused = new Set<string>();
  let best = files;
  let tests = 0;
  let step = reduction.next();
  while (!step.done) {
    const candidate = step.value;
    const name = nameOf(candidate);
    let holds = false;
    if (!refused.has(name)) {
      if (signal.aborted) return { best, tests, reason: 'cancelled' };
      if (tests >= maxTests) return { best, tests, reason: 'limit' };
      holds = await stillFails(candidate, signal);
      if (signal.aborted) return { best, tests, reason: 'cancelled' };
      tests += 1;
      if (holds) best = candidate;
      else refused.add(name);
      onProgress({ best, tests });
    }
    step = reduction.next(holds);
  }
  return { best, tests, reason: 'smallest' };
}

/** A short key for files. A collision only costs a chance to get smaller. */
function nameOf(files: ReducedFiles): string {
  return files.map(({ path, text }) => `${path}:${textHash(text)}`).join('\n');
}
