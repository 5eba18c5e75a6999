import { type ChangeRows, changeRows } from './changeRows.ts';
import type { CodeDifference, CodePair } from './codeDifference.ts';
import { compareCode } from './compareCode.ts';

/** A difference as it is shown. */
export interface ShownDifference extends Omit<CodeDifference, 'hunks'> {
  /** Null if no line has changed. */
  readonly rows: ChangeRows | null;
}

/** Compares two outputs and lays out what has changed. */
export function showDifference(pair: CodePair): ShownDifference {
  const { hunks, ...counts } = compareCode(pair);
  return { ...counts, rows: hunks.length > 0 ? changeRows(pair.before, pair.after, hunks) : null };
}
