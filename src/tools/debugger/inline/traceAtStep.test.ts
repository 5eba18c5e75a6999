import { describe, expect, it } from 'vitest';
import type { ShownTrace } from '#tools/debugger/state.ts';
import { traceAtStep } from './inlineTrace.ts';

/** A trace whose step n is on line n + 1, in a function called from line 50. */
function createShown(step: number, stackFrame = 0): ShownTrace {
  const replay = {
    trace: { program: { source: 'text', unseen: [] } },
    notExecuted: new Set(),
    lineAt: (at: number) => at + 1,
    callStackAt: (at: number) => [{ line: at + 1 }, { line: 50 }],
    valuesAt: (at: number) => [{ line: at + 1, values: [], count: 1 }],
  };
  return { replay, step, stackFrame, isDated: false } as unknown as ShownTrace;
}

describe('a trace at a step', () => {
  it('is on the line of the chosen call', () => {
    expect(traceAtStep(createShown(4, 1)).currentLine).toBe(50);
    expect(traceAtStep(createShown(4, 7)).currentLine).toBe(5);
  });

  it('has no values and no line without steps', () => {
    expect(traceAtStep(createShown(-1))).toMatchObject({ values: [], currentLine: null });
  });
});
