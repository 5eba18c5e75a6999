import { type KeyboardEvent, useId, useState } from 'react';
import { useStore } from 'zustand';
import type { DebuggedEntryPoint, TraceTarget } from '#tools/debugger/state.ts';
import { Button } from '#ui/Button.tsx';
import { Select } from '#ui/Select.tsx';
import type { DebuggerProps } from './debuggerProps.ts';
import { RECORD_LIMITS } from './labels.ts';
import styles from './TargetRow.module.css';
import { AXES, placeOf, type ThreadTexts, tupleText, typedThread } from './threads.ts';

/** What a person has filled in. It counts until something else is traced. */
interface Draft {
  readonly of: TraceTarget | null;
  readonly entryPoint: string;
  readonly texts: ThreadTexts;
  readonly problem: string | null;
}

/** Chooses the entry point and the thread. */
export function TargetRow(props: DebuggerProps) {
  const { store, commands } = props;
  const entryPoints = useStore(store, (state) => state.entryPoints);
  const target = useStore(store, (state) => state.target);
  const [draft, setDraft] = useState<Draft | null>(null);
  const current = draft?.of === target ? draft : draftOf(target, entryPoints);
  const entryPoint = entryPoints.find(({ name }) => name === current.entryPoint) ?? null;
  const problemId = useId();
  const change = (part: Partial<Draft>) => setDraft({ ...current, problem: null, ...part });
  const trace = () => {
    if (!entryPoint) return;
    const typed = typedThread(current.texts, entryPoint);
    if (typed.kind === 'problem') change({ problem: typed.text });
    else commands.traceThread(entryPoint.name, typed.thread);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') trace();
  };
  return (
    <div className={styles['row']}>
      <Select
        label="Debugged entry point"
        placeholder="No compute entry point"
        value={entryPoint?.name ?? null}
        options={entryPoints.map(({ name }) => ({ value: name, text: name }))}
        onChange={(name) => change({ entryPoint: name, texts: textsFor(name, target) })}
      />
      {AXES.map((axis, index) => (
        <input
          key={axis}
          className={`field ${styles['number']}`}
          type="number"
          aria-label={`Thread ${axis}`}
          aria-describedby={current.problem ? problemId : undefined}
          title={`Thread ${axis}`}
          min={0}
          max={maxOf(entryPoint, index)}
          step={1}
          value={current.texts[index]}
          onChange={({ target: { value } }) =>
            change({ texts: replaced(current.texts, index, value) })
          }
          onKeyDown={onKeyDown}
        />
      ))}
      <Button
        label="Trace thread"
        hint="Record what this thread does in this frame (Enter)"
        disabled={!entryPoint}
        onClick={trace}
      >
        Trace<span className={styles['long']}> thread</span>
      </Button>
      <span className={styles['place']}>{placeText(current, entryPoint)}</span>
      <RecordLimit {...props} />
      {current.problem && (
        <p id={problemId} className={styles['problem']} role="alert">
          {current.problem}
        </p>
      )}
    </div>
  );
}

function draftOf(target: TraceTarget | null, entryPoints: readonly DebuggedEntryPoint[]): Draft {
  const preselected = entryPoints.find(({ draws }) => draws) ?? entryPoints[0];
  const entryPoint = target?.entryPoint ?? preselected?.name ?? '';
  return { of: target, entryPoint, texts: textsFor(entryPoint, target), problem: null };
}

/** The thread that is traced, or the first one of another entry point. */
function textsFor(entryPoint: string, target: TraceTarget | null): ThreadTexts {
  const [x, y, z] = target?.entryPoint === entryPoint ? target.thread : [0, 0, 0];
  return [String(x), String(y), String(z)];
}

function replaced([x, y, z]: ThreadTexts, axis: number, text: string): ThreadTexts {
  return [axis === 0 ? text : x, axis === 1 ? text : y, axis === 2 ? text : z];
}

function maxOf(entryPoint: DebuggedEntryPoint | null, axis: number): number | undefined {
  const count = entryPoint?.threads?.[axis];
  return count === undefined || count === 0 ? undefined : count - 1;
}

/** Where the thread is, and the pixel that it was picked by. */
function placeText({ of, texts }: Draft, entryPoint: DebuggedEntryPoint | null): string {
  const typed = entryPoint && typedThread(texts, entryPoint);
  if (!entryPoint || typed?.kind !== 'thread') return '';
  const { group, local } = placeOf(typed.thread, entryPoint.groupSize);
  const place = `group ${tupleText(group)}, local ${tupleText(local)}`;
  const isPicked =
    of?.pixel &&
    of.entryPoint === entryPoint.name &&
    tupleText(of.thread) === tupleText(typed.thread);
  return isPicked ? `${place}, pixel ${tupleText(of.pixel)}` : place;
}

/** How many records a trace may have. A trace that ends early is made again when there may be more. */
function RecordLimit({ store, commands }: DebuggerProps) {
  const limit = useStore(store, (state) => state.limit);
  const isCut = useStore(store, ({ shown }) => shown?.replay.trace.isCut ?? false);
  const choose = (records: number) => {
    const { shown, limit: before } = store.getState();
    commands.setLimit(records);
    if (!shown?.replay.trace.isCut || records <= before) return;
    const { entryPoint, thread, pixel } = shown.target;
    if (pixel) commands.pickPixel(pixel);
    else commands.traceThread(entryPoint, thread);
  };
  return (
    <div className={styles['limit']} data-needed={isCut || undefined}>
      <span aria-hidden="true">Records</span>
      <Select
        label="Records"
        hint="Steps that a trace may have"
        value={String(limit)}
        options={RECORD_LIMITS}
        onChange={(value) => choose(Number(value))}
      />
    </div>
  );
}
