import { useId, useState } from 'react';
import { useStore } from 'zustand';
import { placeOf, placeText } from '#core/source/instrument/places.ts';
import type { TracedValue } from '#core/source/instrument/trace.ts';
import { countText } from '#core/util/countText.ts';
import type { DebuggerProps } from '#tools/debugger/panel/debuggerProps.ts';
import sections from '#tools/debugger/panel/Sections.module.css';
import { AXES, type ThreadTexts, typedThread } from '#tools/debugger/panel/typedThread.ts';
import type { ShownTrace } from '#tools/debugger/state.ts';
import { fullText, shortText } from '#tools/debugger/trace/formatValue.ts';
import { isSameValue } from '#tools/debugger/trace/valueParts.ts';
import { Button } from '#ui/Button.tsx';
import styles from './Compare.module.css';
import type { ComparedThreads, CompareSession } from './compareSession.ts';

interface CompareProps extends DebuggerProps {
  readonly compare: CompareSession;
}

/** Another thread of the same entry point, side by side with the traced one. */
export function Compare(props: CompareProps) {
  const { store, compare } = props;
  const state = useStore(compare.store);
  const shown = useStore(store, (debugged) => debugged.shown);
  const heading = useId();
  if (!shown || shown.step < 0) return null;
  return (
    <section className={sections['section']} aria-labelledby={heading}>
      <h2 id={heading}>Compare with another thread</h2>
      <OtherThread key={shown.target.entryPoint} {...props} shown={shown} />
      {state.kind === 'tracing' && <p className={sections['note']}>Tracing the other thread…</p>}
      {state.kind === 'problem' && (
        <p className={sections['problem']} role="alert">
          {state.text}
        </p>
      )}
      {state.kind === 'compared' && <Compared shown={shown} compared={state} compare={compare} />}
    </section>
  );
}

function OtherThread(props: CompareProps & { readonly shown: ShownTrace }) {
  const { store, compare, shown } = props;
  const entryPoints = useStore(store, (state) => state.entryPoints);
  const compared = useStore(compare.store, (state) =>
    state.kind === 'compared' ? state.thread : null,
  );
  const [x, y, z] = compared ?? shown.target.thread;
  const [typed, setTyped] = useState<ThreadTexts | null>(null);
  const texts: ThreadTexts = typed ?? [String(x), String(y), String(z)];
  const [problem, setProblem] = useState<string | null>(null);
  const problemId = useId();
  const entryPoint = entryPoints.find(({ name }) => name === shown.target.entryPoint);
  // Of a fragment, the third number tells apart those of one pixel.
  const axes = AXES.slice(0, entryPoint && entryPoint.stage !== 'compute' ? 2 : 3);
  const start = () => {
    if (!entryPoint) return;
    const [first, second, third] = texts;
    const read = typedThread([first, second, axes.length < 3 ? '0' : third], entryPoint);
    setProblem(read.kind === 'problem' ? read.text : null);
    if (read.kind === 'thread') void compare.compareWith(read.thread);
  };
  return (
    <div className={styles['thread']}>
      {axes.map((axis, index) => (
        <input
          key={axis}
          className={`field ${styles['number']}`}
          type="number"
          aria-label={`Other ${axis}`}
          aria-describedby={problem ? problemId : undefined}
          title={`${axis} of the other thread`}
          min={0}
          step={1}
          value={texts[index]}
          onChange={({ target: { value } }) => {
            const [a, b, c] = texts;
            setTyped([index === 0 ? value : a, index === 1 ? value : b, index === 2 ? value : c]);
          }}
          onKeyDown={({ key }) => {
            if (key === 'Enter') start();
          }}
        />
      ))}
      <Button
        kind="small"
        hint="Trace this thread of the same frame, and find where the two differ"
        disabled={!entryPoint}
        onClick={start}
      >
        Compare
      </Button>
      {entryPoint && entryPoint.stage !== 'vertex' && (
        <PickOther
          {...props}
          onPick={() => {
            setTyped(null);
            setProblem(null);
          }}
        />
      )}
      {problem && (
        <p id={problemId} className={sections['problem']} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

/** Picks the other thread on the picture, if there is one. */
function PickOther({ store, commands, onPick }: DebuggerProps & { readonly onPick: () => void }) {
  const isPicking = useStore(store, (state) => state.isPickingOther);
  const hasPicture = useStore(store, (state) => state.picture !== null);
  if (!hasPicture) return null;
  return (
    <Button
      kind="small"
      hint={
        isPicking ? 'Stop picking a pixel (Escape)' : 'Pick a pixel and compare with its thread'
      }
      pressed={isPicking}
      onClick={() => {
        onPick();
        commands.togglePickingOther();
      }}
    >
      Pick on picture
    </Button>
  );
}

interface ComparedProps {
  readonly shown: ShownTrace;
  readonly compared: ComparedThreads;
  readonly compare: CompareSession;
}

function Compared({ shown, compared, compare }: ComparedProps) {
  const { differences } = compared.alignment;
  const { step } = shown;
  const hasMore = (kind?: 'path') =>
    differences.some((each) => each.step > step && (!kind || each.kind === kind));
  return (
    <>
      <p className={sections['note']} role="status" aria-label="Difference">
        {differenceText(compared, step)}
      </p>
      <div className={styles['buttons']}>
        <Button
          kind="small"
          disabled={!differences.some((each) => each.step < step)}
          onClick={compare.previous}
        >
          Previous difference
        </Button>
        <Button kind="small" disabled={!hasMore()} onClick={compare.next}>
          Next difference
        </Button>
        <Button kind="small" disabled={!hasMore('path')} onClick={compare.nextPath}>
          Next different path
        </Button>
        <Button kind="small" onClick={compare.end}>
          Stop comparing
        </Button>
      </div>
      <BothThreads shown={shown} compared={compared} />
    </>
  );
}

/** What differs at a step, or how much differs in all. */
function differenceText({ replay, other, alignment }: ComparedThreads, step: number): string {
  const { differences, others } = alignment;
  if (differences.length === 0) return 'Both threads do the same.';
  const index = differences.findIndex((each) => each.step === step);
  const found = differences[index];
  if (!found) {
    const count = countText(differences.length, 'difference');
    const beside = other.trace.steps[others[step] ?? -1];
    const isTogether = beside?.site === replay.trace.steps[step]?.site;
    return isTogether ? `${count}; none at this step.` : `${count}; only this thread comes here.`;
  }
  const position = `Difference ${index + 1} of ${differences.length.toLocaleString('en')}`;
  const here = placeText(placeOf(replay.trace.program, replay.lineAt(step)));
  if (found.kind === 'value') return `${position}: different values on ${here}.`;
  const there = placeText(placeOf(other.trace.program, other.lineAt(found.other)));
  return `${position}: different paths. This thread is on ${here}, the other on ${there}.`;
}

interface BothValues {
  readonly name: string;
  readonly one: TracedValue | null;
  readonly other: TracedValue | null;
}

/** The variables of both threads at the same place. */
function BothThreads({ shown, compared }: Omit<ComparedProps, 'compare'>) {
  const { replay, other, thread, alignment } = compared;
  const { step } = shown;
  const path = alignment.differences.find((each) => each.step === step && each.kind === 'path');
  const beside = path?.other ?? alignment.others[step] ?? -1;
  const rows = bothValues(replay.variablesAt(step), beside < 0 ? [] : other.variablesAt(beside));
  if (rows.length === 0) return null;
  return (
    <table className={styles['table']} aria-label="Both threads">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">{`(${shown.target.thread.join(', ')})`}</th>
          <th scope="col">{`(${thread.join(', ')})`}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, one, other: second }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a variable may shadow one of the same name
          <tr key={`${name} ${index}`} data-differs={differs(one, second) || undefined}>
            <th scope="row">{name}</th>
            <ValueCell value={one} />
            <ValueCell value={second} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ValueCell({ value }: { readonly value: TracedValue | null }) {
  return <td title={value ? fullText(value) : undefined}>{value ? shortText(value) : '–'}</td>;
}

type Named = { readonly name: string; readonly value: TracedValue };

/** Pairs the values of variables by name; of several with one name, in order. */
export function bothValues(ones: readonly Named[], others: readonly Named[]): BothValues[] {
  const left = [...others];
  const rows = ones.map(({ name, value }): BothValues => {
    const at = left.findIndex((each) => each.name === name);
    const [found] = at < 0 ? [] : left.splice(at, 1);
    return { name, one: value, other: found?.value ?? null };
  });
  return [...rows, ...left.map(({ name, value }) => ({ name, one: null, other: value }))];
}

function differs(one: TracedValue | null, other: TracedValue | null): boolean {
  return one === null || other === null ? one !== other : !isSameValue(one, other);
}
