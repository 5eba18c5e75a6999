import { COMPILE_TARGETS, type CompileTarget } from '#core/output/compileTarget.ts';
import { assertNever } from '#core/util/assertNever.ts';
import {
  type OutputResult,
  outputKey,
  outputOf,
  type TargetsState,
  targetList,
  WHOLE_PROGRAM_TARGETS,
} from './state.ts';

export const UNFINISHED = 'the compiler does not finish this source';
export const SKIPPED = `not compiled, because the compiler does not finish this source for ${targetList('disjunction', WHOLE_PROGRAM_TARGETS)}`;

/** What a target's code requires, and why it fails to compile. */
interface TargetDetails {
  readonly target: CompileTarget;
  /** Such as `GL_EXT_ray_query (trace)`. Names the entry points, unless all of them need it. */
  readonly needs: readonly string[];
  /** Reasons, in the same format. */
  readonly failures: readonly string[];
}

type Results = Pick<TargetsState, 'entryPoints' | 'results'>;

/** In the table's order, without targets that have nothing to report. */
export function detailsOf(state: Results): readonly TargetDetails[] {
  return COMPILE_TARGETS.map((target) => ({
    target,
    needs: grouped(state, target, needsOf),
    failures: grouped(state, target, failuresOf),
  })).filter(({ needs, failures }) => needs.length + failures.length > 0);
}

function needsOf(result: OutputResult): readonly string[] {
  return result.kind === 'compiled' ? result.needs : [];
}

function failuresOf(result: OutputResult): readonly string[] {
  switch (result.kind) {
    case 'failed':
      return [result.reason];
    case 'unfinished':
      return [UNFINISHED];
    case 'skipped':
      return [SKIPPED];
    case 'waiting':
    case 'compiled':
      return [];
    default:
      return assertNever(result);
  }
}

function grouped(
  { entryPoints, results }: Results,
  target: CompileTarget,
  read: (result: OutputResult) => readonly string[],
): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const name of entryPoints) {
    const shown = results.get(outputKey(outputOf(target, name)));
    for (const text of shown ? read(shown.result) : []) {
      groups.set(text, [...(groups.get(text) ?? []), name]);
    }
  }
  return Array.from(groups, ([text, names]) =>
    names.length === entryPoints.length
      ? text
      : `${text} (${namesText(names, entryPoints.length)})`,
  );
}

const MAX_NAMES = 2;

export function namesText(names: readonly string[], total: number): string {
  return names.length <= MAX_NAMES ? listText(names) : `${names.length} of ${total} entry points`;
}

/** Such as `a, b and c`. */
export function listText(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
