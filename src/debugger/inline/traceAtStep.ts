import type { ShownTrace } from '#debugger/state.ts';
import type { InlineTrace } from './inlineTrace.ts';

/** What the source shows of a trace: the line is that of the chosen call. */
export function traceAtStep({ replay, step, stackFrame, isDated }: ShownTrace): InlineTrace {
  const { source, unseen } = replay.trace.program;
  const call = step < 0 ? undefined : replay.callStackAt(step)[stackFrame];
  return {
    source,
    step,
    values: step < 0 ? [] : replay.valuesAt(step),
    notExecuted: replay.notExecuted,
    currentLine: step < 0 ? null : (call?.line ?? replay.lineAt(step)),
    unseen,
    isDated,
  };
}
