import { assertNever } from '#core/util/assertNever.ts';
import { areVersions, type OpenSides, SIDES } from '#tools/code/changes/sideBySide/state.ts';

export function progressText(state: OpenSides): string {
  const { progress } = state;
  switch (progress.kind) {
    case 'waiting':
      return waitingText(state);
    case 'aligning':
      return 'Looking for the lines that belong together…';
    case 'aligned':
      return alignedText(state);
    case 'failed':
      return `The lines could not be aligned: ${progress.reason}`;
    default:
      return assertNever(progress);
  }
}

function alignedText({ left, right, shown }: OpenSides): string {
  if (shown?.alignment.matches === 0) return 'No lines of the two outputs belong together.';
  if (!areVersions(left.choice, right.choice)) {
    return 'Lines from the same source line begin at the same height, unless their order differs.';
  }
  return left.choice.version === right.choice.version
    ? 'Both sides show the same output.'
    : 'Equal lines are at the same height. Lines that differ are marked.';
}

function waitingText(state: OpenSides): string {
  const compiled = SIDES.filter((name) => state[name].output.kind === 'compiling');
  const targets = new Set(compiled.map((name) => state[name].choice.target));
  if (targets.size > 0) return `Compiling ${[...targets].join(' and ')}…`;
  return 'An output is missing, so no lines are aligned.';
}
