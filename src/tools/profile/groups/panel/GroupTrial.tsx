import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { assertNever } from '#core/util/assertNever.ts';
import type { GroupTrials } from '#tools/profile/groups/groupTrials.ts';
import {
  type Advice,
  type DoneTrial,
  fractionOf,
  type SizeOutcome,
  type TrialProgress,
  type TriedSize,
} from '#tools/profile/groups/state.ts';
import { timeText } from '#tools/profile/timeText.ts';
import { Button } from '#ui/Button.tsx';
import { ProgressBar } from '#ui/ProgressBar.tsx';
import styles from './GroupTrial.module.css';

interface GroupTrialProps {
  readonly trials: GroupTrials;
}

/** Shows the progress and results of a group size trial; nothing before the first one. */
export function GroupTrial({ trials }: GroupTrialProps) {
  const state = useStore(trials.store);
  switch (state.kind) {
    case 'closed':
      return null;
    case 'working':
      return (
        <Trial entryPoint={state.entryPoint} end="Cancel" onEnd={trials.cancel}>
          <div className={styles['row']}>
            <ProgressBar label="Trial of group sizes" fraction={fractionOf(state.progress)} />
          </div>
          <p className={styles['text']} role="status">
            {progressText(state.progress)}
          </p>
        </Trial>
      );
    case 'stopped':
      return (
        <Trial entryPoint={state.entryPoint} end="Close" onEnd={trials.close}>
          <p className={styles['text']} role="status">
            {state.reason}
          </p>
        </Trial>
      );
    case 'done':
      return (
        <Trial entryPoint={state.entryPoint} end="Close" onEnd={trials.close}>
          <Findings trial={state} onUse={trials.use} />
        </Trial>
      );
    default:
      return assertNever(state);
  }
}

interface TrialProps {
  readonly entryPoint: string;
  readonly end: 'Cancel' | 'Close';
  readonly onEnd: () => void;
  readonly children: ReactNode;
}

function Trial({ entryPoint, end, onEnd, children }: TrialProps) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const [opener] = useState(() => document.activeElement);
  // biome-ignore lint/correctness/useExhaustiveDependencies: also scrolls to the results
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' });
  }, [entryPoint, end]);
  return (
    <section ref={section} className={styles['trial']} aria-labelledby={id}>
      <div className={styles['row']}>
        <h3 id={id} className={styles['heading']}>
          Group sizes of {entryPoint}
        </h3>
        <Button
          kind="small"
          onClick={() => {
            onEnd();
            if (end === 'Close' && opener instanceof HTMLElement) opener.focus();
          }}
        >
          {end}
        </Button>
      </div>
      {children}
    </section>
  );
}

interface FindingsProps {
  readonly trial: DoneTrial;
  readonly onUse: () => void;
}

function Findings({ trial, onUse }: FindingsProps) {
  const { advice, sizes, note, entryPoint } = trial;
  return (
    <>
      <div className={styles['row']}>
        <p className={styles['advice']} role="status">
          {adviceText(trial)}
        </p>
        {advice.kind === 'use' && (
          <Button
            kind="primary"
            hint="Write this size into the source, as one step that undo takes back"
            onClick={onUse}
          >
            Use {advice.size.text}
          </Button>
        )}
      </div>
      {note && (
        <p className={styles['text']} role={note.isProblem ? 'alert' : 'status'}>
          {note.text}
        </p>
      )}
      {sizes.length > 0 && (
        <Sizes entryPoint={entryPoint} sizes={sizes} advised={advisedText(trial)} />
      )}
      <p className={styles['text']}>{methodText(trial)}</p>
    </>
  );
}

function advisedText({ advice }: DoneTrial): string | null {
  return advice.kind === 'use' ? advice.size.text : null;
}

interface SizesProps {
  readonly entryPoint: string;
  readonly sizes: readonly TriedSize[];
  /** Text of the recommended size; null if that is the current size. */
  readonly advised: string | null;
}

function Sizes({ entryPoint, sizes, advised }: SizesProps) {
  const slowest = Math.max(
    1,
    ...sizes.map(({ outcome }) => (outcome.kind === 'measured' ? outcome.median : 0)),
  );
  return (
    <table className={styles['table']} aria-label={`Times of ${entryPoint} by group size`}>
      <thead>
        <tr>
          <th scope="col">group size</th>
          <th scope="col">median</th>
          <th scope="col">spread</th>
          <th scope="col" className={styles['bars']}>
            time
          </th>
        </tr>
      </thead>
      <tbody>
        {sizes.map(({ candidate: { text, isPresent }, outcome }) => (
          <tr
            key={text}
            data-present={isPresent || undefined}
            data-best={text === advised || undefined}
          >
            <th scope="row">
              {text}
              {isPresent && <span className={styles['mark']}> current</span>}
              {text === advised && <span className={styles['mark']}> best</span>}
            </th>
            {outcome.kind === 'measured' ? (
              <>
                <td>{timeText(outcome.median)}</td>
                <td>± {timeText(outcome.spread)}</td>
                <td className={styles['bars']}>
                  <Bar share={outcome.median / slowest} />
                </td>
              </>
            ) : (
              <td className={styles['reason']} colSpan={3}>
                {outcomeText(outcome)}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** @param share of the slowest size's time */
function Bar({ share }: { readonly share: number }) {
  return (
    <div
      className={styles['bar']}
      style={{ width: `${Math.max(0.5, share * 100)}%` }}
      aria-hidden="true"
    />
  );
}

interface TryGroupSizesProps {
  readonly trials: GroupTrials;
  readonly entryPoint: string;
}

export function TryGroupSizes({ trials, entryPoint }: TryGroupSizesProps) {
  const isWorking = useStore(
    trials.store,
    (state) => state.kind === 'working' && state.entryPoint === entryPoint,
  );
  return (
    <Button
      kind="small"
      hint={
        isWorking
          ? `The group sizes of ${entryPoint} are being tried`
          : `Measure ${entryPoint} with other group sizes. The source stays as it is.`
      }
      disabled={isWorking}
      onClick={() => trials.start(entryPoint)}
    >
      Try group sizes
    </Button>
  );
}

function progressText({ step, done, of }: TrialProgress): string {
  const count = of === 0 ? '…' : ` ${done + 1} of ${of}…`;
  switch (step) {
    case 'compiling':
      return `Compiling copies${count}`;
    case 'comparing':
      return `Comparing what they write${count}`;
    case 'measuring':
      return `Measuring, round${count}`;
    default:
      return assertNever(step);
  }
}

/** The trial's result, in sentences. */
export function adviceText({ entryPoint, advice, sizes }: DoneTrial): string {
  switch (advice.kind) {
    case 'use':
      return `${advice.size.text} takes ${percent(advice.gain)} less time than the current size.`;
    case 'keep':
      if (sizes.length === 1) return `${entryPoint} runs too few threads for another size.`;
      return sizes.some(
        ({ candidate, outcome }) => !candidate.isPresent && outcome.kind === 'measured',
      )
        ? 'The current size is as good as any.'
        : `No other size is proven to write what ${entryPoint} writes, so the current one stays.`;
    case 'unproven':
      return unprovenText(entryPoint, advice);
    default:
      return assertNever(advice);
  }
}

function unprovenText(
  entryPoint: string,
  { resources }: Extract<Advice, { kind: 'unproven' }>,
): string {
  return (
    `${entryPoint} does not always write the same from the same state, into ` +
    `${resources.join(', ')}: its result depends on the order of its threads. No size can be proven to write the same, so none is offered.`
  );
}

/** How the times were measured. */
export function methodText({ clock, rounds, entryPoint }: DoneTrial): string {
  const compared =
    'Each size started from the same state, and its writes were compared byte by byte with those of the current size.';
  if (clock === null) return compared;
  const means =
    clock === 'timestamps'
      ? `GPU timestamps around ${entryPoint} alone`
      : 'the completion of the GPU’s queue, since this device has no timestamps';
  return `${compared} Times are medians of ${rounds} rounds by ${means}.`;
}

function outcomeText(outcome: Exclude<SizeOutcome, { kind: 'measured' }>): string {
  return outcome.kind === 'differs'
    ? `Writes something different into ${outcome.resources.join(', ')}`
    : outcome.reason;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
