import type { ShownTrace } from '#tools/debugger/state.ts';
import { shownLine } from '#tools/debugger/trace/shownLine.ts';
import type { InlineTrace } from './inlineTrace.ts';

/** What the source shows of a trace: the line is that of the chosen call. */
export function traceAtStep(shown: ShownTrace): InlineTrace {
  const { replay, step, isDated } = shown;
  const { source, unseen } = replay.trace.program;
  return {
    source,
    step,
    values: step < 0 ? [] : replay.valuesAt(step),
    notExecuted: replay.notExecuted,
    currentLine: shownLine(shown),
    unseen,
    isDated,
  };
}
