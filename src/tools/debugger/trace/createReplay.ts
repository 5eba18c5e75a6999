import type { Trace } from '#core/source/instrument/trace.ts';
import { once } from '#core/util/once.ts';
import { runAtOnce, type Sliced } from '#core/util/slices.ts';
import { readActivations } from './activations.ts';
import { type Call, callAt, callsAt } from './callStack.ts';
import { evaluatePath, holds } from './condition/evaluate.ts';
import { parseWatch } from './condition/parseCondition.ts';
import { createLineValues, linesNotExecuted } from './lineValues.ts';
import { createMovements } from './movements.ts';
import { createNames } from './names.ts';
import { createOccurrences } from './occurrences.ts';
import { indexProgramInSlices } from './programIndex.ts';
import type { Replay } from './replay.ts';
import { createVariableRows } from './variableRows.ts';
import { createVariableValues } from './variableValues.ts';

/** Makes the indexes of a trace when the first question needs them. */
export function createReplay(trace: Trace): Replay {
  return replayOf(trace, () => runAtOnce(readTrace(trace)));
}

/** Makes the indexes of a long trace in slices. */
export function* createReplayInSlices(trace: Trace): Sliced<Replay> {
  const readings = yield* readTrace(trace);
  return replayOf(trace, () => readings);
}

type Readings = ReturnType<typeof readTrace> extends Sliced<infer T> ? T : never;

function replayOf(trace: Trace, read: () => Readings): Replay {
  const last = trace.steps.length - 1;
  const readings = once(read);
  const notExecuted = once(() => linesNotExecuted(trace, readings().activations));
  const clamp = (step: number) =>
    Number.isNaN(step) ? 0 : Math.min(Math.max(Math.round(step), Math.min(last, 0)), last);
  const find = (step: number, frame = 0): Call | undefined =>
    callAt(trace, readings().activations, clamp(step), frame);
  return {
    trace,
    last,
    lineAt: (step) => find(step)?.place.line ?? 1,
    callStackAt(step) {
      const { activations } = readings();
      return callsAt(trace, activations, clamp(step)).map(({ activation, place }) => ({
        function: trace.program.functions[activations.functions[activation] ?? -1]?.name ?? '?',
        line: place.line,
        enteredAt: activations.firstSteps[activation] ?? 0,
      }));
    },
    variablesAt(step, frame) {
      const call = find(step, frame);
      return call ? readings().rows(call, clamp(step)) : [];
    },
    watch(step, expression, frame) {
      const call = find(step, frame);
      const path = parseWatch(expression);
      if (!call || !path.ok) return null;
      const { names } = readings();
      return evaluatePath(path.value, (name) => names.valueOf(name, call, clamp(step)));
    },
    valuesAt: (step) => readings().valuesOfLines(clamp(step)),
    get notExecuted() {
      return notExecuted();
    },
    move(step, movement) {
      const from = clamp(step);
      if (from < 0) return from;
      const to = readings().movements(from, movement);
      return to < 0 ? from : to;
    },
  };
}

/** What answers questions about a trace. */
function* readTrace(trace: Trace) {
  const activations = yield* readActivations(trace);
  const occurrences = yield* createOccurrences(activations, trace.program.sites.length);
  const index = yield* indexProgramInSlices(trace.program);
  yield;
  const valuesOf = createVariableValues(trace, activations, occurrences, index);
  const names = createNames(trace, activations, occurrences, index, valuesOf);
  return {
    activations,
    names,
    rows: createVariableRows(trace, activations, occurrences, index, valuesOf),
    valuesOfLines: createLineValues(trace, activations, occurrences, index),
    movements: createMovements(trace, activations, (condition, step) => {
      const call = callAt(trace, activations, step);
      return call !== undefined && holds(condition, (name) => names.valueOf(name, call, step));
    }),
  };
}
