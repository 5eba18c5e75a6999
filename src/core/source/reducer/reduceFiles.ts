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
