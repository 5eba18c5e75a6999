import { type ReactNode, useEffect, useId, useState } from 'react';
import { useStore } from 'zustand';
import {
  comparePlaces,
  isSamePlace,
  placeOf,
  placeText,
  type SourcePlace,
} from '#core/source/instrument/places.ts';
import { whyNotComputed } from '#core/source/instrument/sideEffects.ts';
import type { InstrumentedProgram } from '#core/source/instrument/site.ts';
import type { CountedThreads, Trace } from '#core/source/instrument/trace.ts';
import { countText } from '#core/util/countText.ts';
import { upperBound } from '#core/util/partitionPoint.ts';
import type { Computed, CountedHits, ShownTrace } from '#tools/debugger/state.ts';
import { watchedNow, watchedText } from '#tools/debugger/trace/computedValue.ts';
import { parseWatch } from '#tools/debugger/trace/condition/parseCondition.ts';
import { fullText, shortText } from '#tools/debugger/trace/formatValue.ts';
import type { LoopExtent } from '#tools/debugger/trace/loopExtents.ts';
import { conditionProblem } from '#tools/debugger/trace/names.ts';
import { indexProgram } from '#tools/debugger/trace/programIndex.ts';
import type { Breakpoint, Replay } from '#tools/debugger/trace/replay.ts';
import { Button } from '#ui/Button.tsx';
import { CloseIcon } from '#ui/icons.tsx';
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
              <span
                className={styles['quiet']}
              >{` ${placeText(placeOf(replay.trace.program, frame.line))}`}</span>
            </button>
          </li>
        ))}
      </ol>
      {loops.length > 0 && (
        <ul className={styles['loops']} aria-label="Loops">
          {loops.map(({ line, iteration }) => (
            <li
              key={line}
            >{`Loop at ${placeText(placeOf(replay.trace.program, line))}: iteration ${iteration.toLocaleString('en')}`}</li>
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

/** Expressions that stay visible in every function. */
export function Watches({ store, commands }: DebuggerProps) {
  const shown = useStore(store, (state) => state.shown);
  const computed = useStore(store, (state) => state.computed);
  const watches = useStore(store, (state) => state.watches);
  const heading = useId();
  return (
    <section className={styles['section']}>
      <h2 id={heading}>Watches</h2>
      {watches.length > 0 && (
        <ul className={styles['list']} aria-labelledby={heading}>
          {watches.map((expression) => (
            <li key={expression} className={styles['watch']}>
              <span className={styles['code']}>{expression}</span>
              <WatchedValue
                {...{ shown, computed, expression }}
                onCompute={commands.computeExpression}
              />
              <Button
                kind="icon"
                label={`Remove the watch ${expression}`}
                hint="Remove"
                onClick={() => commands.removeWatch(expression)}
              >
                <CloseIcon />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <WatchField
        watches={watches}
        program={shown?.replay.trace.program ?? null}
        onAdd={commands.addWatch}
      />
    </section>
  );
}

interface WatchedValueProps {
  readonly shown: ShownTrace | null;
  readonly computed: ReadonlyMap<string, Computed>;
  readonly expression: string;
  readonly onCompute: (expression: string) => void;
}

/** How long a step must be shown before the GPU computes expressions there, in milliseconds. */
const COMPUTE_PAUSE = 200;

function WatchedValue({ shown, computed, expression, onCompute }: WatchedValueProps) {
  const now = shown ? watchedNow(shown, computed, expression) : NOTHING;
  const isUnknown = now.kind === 'unknown';
  const step = shown?.step;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step begins the pause again
  useEffect(() => {
    if (!isUnknown) return undefined;
    const timer = setTimeout(() => onCompute(expression), COMPUTE_PAUSE);
    return () => clearTimeout(timer);
  }, [isUnknown, step, expression, onCompute]);
  return (
    <span
      className={
        now.kind === 'value' || now.kind === 'resource' ? styles['result'] : styles['quiet']
      }
      title={watchedText(now, fullText)}
    >
      {watchedText(now, shortText)}
    </span>
  );
}

const NOTHING = { kind: 'none' } as const;

interface WatchFieldProps {
  readonly watches: readonly string[];
  /** The traced program; null without a trace. */
  readonly program: InstrumentedProgram | null;
  readonly onAdd: (expression: string) => void;
}

function WatchField({ watches, program, onAdd }: WatchFieldProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const add = () => {
    const typed = typedWatch(text, watches, program);
    if (typed.kind === 'problem') return setProblem(typed.text);
    onAdd(typed.expression);
    setText('');
  };
  return (
    <ExpressionField
      className={styles['field']}
      label="Add a watch"
      placeholder="Add a watch"
      text={text}
      problem={problem}
      onText={(typed) => {
        setText(typed);
        setProblem(null);
      }}
      onEnter={add}
      button={
        <Button kind="small" onClick={add}>
          Add
        </Button>
      }
    />
  );
}

type TypedWatch =
  | { readonly kind: 'watch'; readonly expression: string }
  /** Why it cannot be watched, as a sentence. */
  | { readonly kind: 'problem'; readonly text: string };

/** Checks the text that the user typed as a watch. */
export function typedWatch(
  text: string,
  watches: readonly string[],
  program: InstrumentedProgram | null,
): TypedWatch {
  const name = text.replaceAll(/\s+/g, '');
  if (name === '') return { kind: 'problem', text: 'Type a variable or an expression.' };
  const isName = parseWatch(name).ok;
  const expression = isName ? name : text.trim();
  const problem = isName || !program ? null : whyNotComputed(expression, program, []);
  if (problem !== null) return { kind: 'problem', text: problem };
  if (watches.includes(expression)) {
    return { kind: 'problem', text: `${expression} is on the list already.` };
  }
  return { kind: 'watch', expression };
}

export function Breakpoints({ store, commands }: DebuggerProps) {
  const breakpoints = useStore(store, (state) => state.breakpoints);
  const hits = useStore(store, (state) => state.hits);
  const isBusy = useStore(store, (state) => state.work.kind !== 'idle');
  const heading = useId();
  const sorted = breakpoints.toSorted(comparePlaces);
  return (
    <section className={styles['section']}>
      <h2 id={heading}>Breakpoints</h2>
      {sorted.length === 0 && (
        <p className={styles['note']}>
          Click a line number, or press F9 in the editor, to set one.
        </p>
      )}
      {sorted.length > 0 && (
        <ul className={styles['list']} aria-labelledby={heading}>
          {sorted.map((breakpoint) => (
            <li key={placeText(breakpoint)}>
              <BreakpointRow
                breakpoint={breakpoint}
                problemOf={(condition) => conditionProblem(condition, store.getState().shown)}
                onChange={commands.setBreakpoint}
                onRemove={commands.removeBreakpoint}
              />
              <Hits hits={hits} breakpoint={breakpoint} onOpen={commands.openHit} />
            </li>
          ))}
        </ul>
      )}
      {sorted.length > 0 && (
        <Button
          kind="small"
          hint={
            isBusy
              ? 'Wait for the current request'
              : 'Count the threads of this frame that come to each breakpoint'
          }
          disabled={isBusy}
          onClick={commands.countHits}
        >
          Count threads
        </Button>
      )}
    </section>
  );
}

interface HitsProps {
  readonly hits: CountedHits | null;
  readonly breakpoint: Breakpoint;
  readonly onOpen: (breakpoint: Breakpoint, threads: CountedThreads) => void;
}

/** How many threads came to a breakpoint, if they were counted. */
function Hits({ hits, breakpoint, onOpen }: HitsProps) {
  const found = hits?.breakpoints.find(
    (each) =>
      isSamePlace(each.breakpoint, breakpoint) &&
      each.breakpoint.condition === breakpoint.condition,
  )?.found;
  if (!hits || !found) return null;
  if (found.kind === 'problem') return <p className={styles['note']}>{found.text}</p>;
  const { threads } = found;
  if (!threads) {
    return <p className={styles['note']}>{`Hit by no thread in frame ${hits.frame}`}</p>;
  }
  return (
    <button
      type="button"
      className={styles['item']}
      title={`Trace this thread of ${threads.entryPoint}, and go to the breakpoint`}
      onClick={() => onOpen(breakpoint, threads)}
    >
      {`Hit by ${countText(threads.count, 'thread')}; first (${threads.thread.join(', ')})`}
    </button>
  );
}

interface BreakpointRowProps {
  readonly breakpoint: Breakpoint;
  /** Returns what is wrong, as a sentence. */
  readonly problemOf: (condition: string) => string | null;
  readonly onChange: (breakpoint: Breakpoint) => void;
  readonly onRemove: (place: SourcePlace) => void;
}

/** The condition takes effect on Enter or when the field loses focus. */
function BreakpointRow({ breakpoint, problemOf, onChange, onRemove }: BreakpointRowProps) {
  const place = placeText(breakpoint);
  /** Discarded when the breakpoint gets another condition. */
  const [draft, setDraft] = useState({ of: breakpoint, text: breakpoint.condition ?? '' });
  const text = draft.of === breakpoint ? draft.text : (breakpoint.condition ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const commit = () => {
    const condition = text.trim() === '' ? null : text.trim();
    const wrong = condition === null ? null : problemOf(condition);
    if (wrong !== null) setProblem(wrong);
    else if (condition !== breakpoint.condition) onChange({ ...breakpoint, condition });
  };
  return (
    <ExpressionField
      className={styles['watch']}
      label={`Condition on ${place}`}
      placeholder="no condition"
      text={text}
      problem={problem}
      onText={(typed) => {
        setDraft({ of: breakpoint, text: typed });
        setProblem(null);
      }}
      onEnter={commit}
      onLeave={commit}
      before={<span>{`L${place.slice(1)}`}</span>}
      button={
        <Button
          kind="icon"
          label={`Remove the breakpoint on ${place}`}
          hint="Remove"
          onClick={() => onRemove(breakpoint)}
        >
          <CloseIcon />
        </Button>
      }
    />
  );
}

interface ExpressionFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  /** What is wrong with the text, as a sentence. */
  readonly problem: string | null;
  readonly onText: (text: string) => void;
  readonly onEnter: () => void;
  readonly onLeave?: () => void;
  readonly className: string | undefined;
  readonly before?: ReactNode;
  readonly button: ReactNode;
}

/** A field for code, with the code's problem below. */
function ExpressionField(props: ExpressionFieldProps) {
  const { label, placeholder, text, problem, onText, onEnter, onLeave } = props;
  const problemId = useId();
  return (
    <>
      <div className={props.className}>
        {props.before}
        <input
          className={`field ${styles['input']}`}
          type="text"
          aria-label={label}
          aria-describedby={problem ? problemId : undefined}
          aria-invalid={problem !== null || undefined}
          placeholder={placeholder}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          value={text}
          onChange={(event) => onText(event.target.value)}
          onBlur={onLeave}
          onKeyDown={({ key }) => {
            if (key === 'Enter') onEnter();
          }}
        />
        {props.button}
      </div>
      {problem && (
        <p id={problemId} className={styles['problem']} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
