import { textHash } from '#core/util/text.ts';
import type { Reduction } from './change.ts';
import { reduceText } from './reduceText.ts';

/** A file to reduce. The first is the main file, which is never left out. */
interface ReducedFile {
  readonly path: string;
  readonly text: string;
}

export type ReducedFiles = readonly ReducedFile[];

/** Leaves out files, then shrinks the remaining ones, until nothing helps any more. */
export function* reduceFiles(files: ReducedFiles): Reduction<ReducedFiles> {
  let best = files;
  for (;;) {
    const before = best;
    best = yield* leaveOut(best);
    // The main file comes last, so that the next round knows what it no longer uses.
    for (const { path } of best.toReversed()) best = yield* reduceFile(best, path);
    if (best.length === 1 || best === before) return best;
  }
}

function* leaveOut(files: ReducedFiles): Reduction<ReducedFiles> {
  if (files.length > 2) {
    const alone = files.slice(0, 1);
    if (yield alone) return alone;
  }
  let best = files;
  for (const file of files.slice(1)) {
    const others = best.filter((each) => each !== file);
    if (yield others) best = others;
  }
  return best;
}

function* reduceFile(files: ReducedFiles, path: string): Reduction<ReducedFiles> {
  const text = files.find((file) => file.path === path)?.text ?? '';
  const withText = (next: string) =>
    files.map((file) => (file.path === path ? { path, text: next } : file));
  const reduction = reduceText(text);
  let step = reduction.next();
  while (!step.done) step = reduction.next(yield withText(step.value));
  return step.value === text ? files : withText(step.value);
}

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
