import type { Reduction } from './change.ts';
import type { ReducedFiles } from './reduceFiles.ts';

/** Whether the same fault is in these files. Rejects only if it cannot be told at all. */
export type Oracle = (files: ReducedFiles, signal: AbortSignal) => Promise<boolean>;

export interface ReductionProgress {
  /** The smallest files with the fault so far. */
  readonly best: ReducedFiles;
  readonly tests: number;
}

export interface ReductionEnd extends ReductionProgress {
  /** Why it ended: nothing helps any more, it was cancelled, or it took as many tests as it may. */
  readonly reason: 'smallest' | 'cancelled' | 'limit';
}

export interface DriveOptions {
  readonly stillFails: Oracle;
  readonly signal: AbortSignal;
  readonly maxTests: number;
  onProgress(progress: ReductionProgress): void;
}

/** Tests what a reduction proposes, each candidate once. */
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

/** Short for what may be long; two that are taken for one only cost a chance to get smaller. */
function nameOf(files: ReducedFiles): string {
  return files.map(({ path, text }) => `${path}:${text.length}:${hash(text)}`).join('\n');
}

function hash(text: string): string {
  let [one, other] = [0x811c9dc5, 0x1b873593];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul(other ^ unit, 0x85ebca6b) ^ (other >>> 13);
  }
  return `${(one >>> 0).toString(36)}${(other >>> 0).toString(36)}`;
}
