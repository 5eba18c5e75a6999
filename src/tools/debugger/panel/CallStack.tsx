import { useId } from 'react';
import { useStore } from 'zustand';
import type { Trace } from '#core/source/instrument/trace.ts';
import { upperBound } from '#core/util/partitionPoint.ts';
import type { LoopExtent } from '#tools/debugger/trace/loopExtents.ts';
import { indexProgram } from '#tools/debugger/trace/programIndex.ts';
import type { Replay } from '#tools/debugger/trace/replay.ts';
import type { DebuggerProps } from './debuggerProps.ts';
import styles from './Sections.module.css';

/** The call stack, and the loops around the selected call's line. */
export function CallStack({ store, commands }: DebuggerProps) {
  const shown = useStore(store, (state) => state.shown);
  const heading = useId();
  if (!shown || shown.step < 0) return null;
  const { replay, step, stackFrame } = shown;
  const loops = loopsAt(replay, step, stackFrame);
  return (
    <section className={styles['section']}>
      <h2 id={heading}>Call stack</h2>
      <ol className={styles['list']} aria-labelledby={heading}>
        {replay.callStackAt(step).map((frame, index) => (
          <li key={`${frame.enteredAt} ${frame.function}`}>
            <button
              type="button"
              className={styles['item']}
              aria-current={index === stackFrame || undefined}
              onClick={() => commands.selectStackFrame(index)}
            >
              <span className={styles['code']}>{frame.function}</span>
              <span className={styles['quiet']}>{` line ${frame.line}`}</span>
            </button>
          </li>
        ))}
      </ol>
      {loops.length > 0 && (
        <ul className={styles['loops']} aria-label="Loops">
          {loops.map(({ line, iteration }) => (
            <li
              key={line}
            >{`Loop at line ${line}: iteration ${iteration.toLocaleString('en')}`}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface LoopCount {
  /** One-based line where the loop begins. */
  readonly line: number;
  /** One-based. */
  readonly iteration: number;
}

interface TracedLoop extends LoopExtent {
  readonly steps: number[];
  /** By step in `steps`. */
  readonly numbers: number[];
}

const KNOWN = new WeakMap<Trace, readonly TracedLoop[]>();

/** The loops around a step, outermost first, in the function at index `frame` of the call stack. */
export function loopsAt(replay: Replay, step: number, frame = 0): readonly LoopCount[] {
  const stack = replay.callStackAt(step);
  const current = stack[frame];
  if (!current) return [];
  const { functions } = replay.trace.program;
  const inner = stack[frame - 1];
  const until = inner ? inner.enteredAt - 1 : step;
  const counts: LoopCount[] = [];
  for (const { site, firstLine, lastLine, steps, numbers } of loopsOf(replay.trace)) {
    if (functions[site.function]?.name !== current.function) continue;
    if (current.line < firstLine || current.line > lastLine) continue;
    const index = upperBound(steps, until) - 1;
    if ((steps[index] ?? -1) < current.enteredAt) continue;
    counts.push({ line: firstLine, iteration: numbers[index] ?? 0 });
  }
  return counts;
}

/** All loops in source order. The first call makes one pass over the trace. */
function loopsOf(trace: Trace): readonly TracedLoop[] {
  const known = KNOWN.get(trace);
  if (known) return known;
  const loops: readonly TracedLoop[] = indexProgram(trace.program)
    .loops.map((extent) => ({ ...extent, steps: [], numbers: [] }))
    .sort((one, other) => one.from - other.from);
  if (loops.length > 0) countIterations(trace, loops);
  KNOWN.set(trace, loops);
  return loops;
}

/** A loop's count restarts when its function is entered and when an enclosing loop iterates. */
function countIterations({ program, steps }: Trace, loops: readonly TracedLoop[]): void {
  const bySite = new Map(loops.map((loop) => [loop.site.id, loop]));
  const byFunction = new Map<number, TracedLoop[]>();
  for (const loop of loops) {
    const others = byFunction.get(loop.site.function);
    if (others) others.push(loop);
    else byFunction.set(loop.site.function, [loop]);
  }
  const inner = new Map(
    loops.map((loop) => {
      const others = byFunction.get(loop.site.function) ?? [];
      return [loop, others.filter((other) => isInside(other, loop))];
    }),
  );
  const counts = new Map<TracedLoop, number>();
  const isPassed = Uint8Array.from(program.sites, ({ id, event }) =>
    event.kind === 'enter' || bySite.has(id) ? 0 : 1,
  );
  for (let step = 0; step < steps.length; step += 1) {
    const id = steps[step]?.site ?? 0;
    if (isPassed[id]) continue;
    const site = program.sites[id];
    if (site?.event.kind === 'enter') {
      for (const loop of byFunction.get(site.function) ?? []) counts.delete(loop);
    }
    const loop = bySite.get(id);
    if (!loop) continue;
    const number = (counts.get(loop) ?? 0) + 1;
    counts.set(loop, number);
    loop.steps.push(step);
    loop.numbers.push(number);
    for (const other of inner.get(loop) ?? []) counts.delete(other);
  }
}

function isInside(inner: TracedLoop, outer: TracedLoop): boolean {
  return inner !== outer && inner.from >= outer.from && inner.to <= outer.to;
}
