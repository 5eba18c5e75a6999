import type { CompileRequest } from '#core/output/compileResult.ts';
import type { ReducedFiles } from '#core/source/reducer/reduceFiles.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { countText, linesText } from '#core/util/countText.ts';
import { describeFault } from '#tools/reduce/fault.ts';
import {
  linesOfFiles,
  linesOfRequest,
  type ReducedState,
  type ReduceState,
} from '#tools/reduce/session/state.ts';

/** What Reduce is at, or what came of it, as sentences. */
export function statusText(state: ReduceState, now: number): string {
  switch (state.kind) {
    case 'idle':
      return '';
    case 'looking':
      return `Looking for the fault… ${secondsSince(state.since, now)}`;
    case 'reducing':
      return `${progressText(state.request, state.best, state.tests)}, ${secondsSince(state.since, now)}`;
    case 'reduced':
      return state.note ?? sizeText(state);
    case 'irreducible':
      return `No smaller source has the same fault: ${describeFault(state.fault)}. Reduce tried ${countText(state.tests, 'smaller source')}.`;
    case 'no-fault':
      return 'The source has no such fault now: it compiles, or it has ordinary errors. Compile it again to see.';
    case 'cancelled':
      return 'Reduce was cancelled before it found a smaller source.';
    case 'failed':
      return `Reduce stopped: ${state.reason}`;
    default:
      return assertNever(state);
  }
}

function sizeText({ request, files, tests, ending }: ReducedState): string {
  const size = progressText(request, files, tests);
  switch (ending.kind) {
    case 'smallest':
      return `${size}.`;
    case 'cancelled':
      return `${size}, then cancelled.`;
    case 'limit':
      return `${size}, which is the limit. Open it and press Reduce again to go on.`;
    case 'failed':
      return `${size}. Reduce stopped: ${ending.reason} Open it and press Reduce again to go on.`;
    default:
      return assertNever(ending);
  }
}

/** Such as `60 lines → 9 lines after 120 compiles`. */
function progressText(request: CompileRequest, files: ReducedFiles, tests: number): string {
  const [before, after] = [linesOfRequest(request), linesOfFiles(files)].map(linesText);
  return `${before} → ${after} after ${countText(tests, 'compile')}`;
}

/** What the small source still does. */
export function faultText(state: ReducedState): string {
  return `${sizeText(state)} The fault is the same: ${describeFault(state.fault)}.`;
}

function secondsSince(since: number, now: number): string {
  return `${Math.max(0, Math.floor((now - since) / 1000))} s`;
}
