import { useEffect } from 'react';
import { useStore } from 'zustand';
import { assertNever } from '#core/util/assertNever.ts';
import { GroupTrial } from '#tools/profile/groups/panel/GroupTrial.tsx';
import type { Profiled, ProfileState } from '#tools/profile/state.ts';
import { ENOUGH_FRAMES } from '#tools/profile/statistics/comparison.ts';
import { Button } from '#ui/Button.tsx';
import { Changes } from './Changes.tsx';
import { costText, methodText, readBackText, setUpText, uploadText } from './costTexts.ts';
import { FrameChart } from './FrameChart.tsx';
import styles from './ProfilePanel.module.css';
import type { ProfileProps } from './profileProps.ts';
import { TimeTable } from './TimeTable.tsx';

const NO_TIMESTAMPS =
  'This browser offers no GPU timestamps: only whole frames are measured, by when the GPU is done with them.';

const TOO_MANY_CALLS =
  'GPU times of up to 600 whole frames: a frame of this program has more than 2,047 dispatches, too many to measure each.';

/** The Profile tab: what the frames of the run cost. It measures while it is in sight. */
export function ProfilePanel({ session }: ProfileProps) {
  const { store, commands } = session;
  const profiled = useStore(store, (state) => state.profiled);
  useEffect(() => {
    commands.open();
    return commands.close;
  }, [commands]);
  return (
    <div className={styles['panel']}>
      {profiled && (
        <>
          <div className={styles['column']}>
            <TimeTable session={session} profiled={profiled} />
            <GroupTrial trials={session.trials} />
            <Changes session={session} profiled={profiled} />
          </div>
          <div className={styles['column']}>
            <FrameChart session={session} />
            <Costs profiled={profiled} />
          </div>
        </>
      )}
    </div>
  );
}

/** Above the times: how they are measured, and what they are compared with. */
export function ProfileToolbar({ session }: ProfileProps) {
  const { store, commands } = session;
  const status = useStore(store, statusText);
  const isInEditor = useStore(store, (state) => state.isInEditor);
  const isBaselineKept = useStore(store, (state) => state.isBaselineKept);
  const canKeep = useStore(store, canKeepBaseline);
  return (
    <div className={styles['bar']}>
      <p className={styles['status']} role="status">
        {status}
      </p>
      <Button
        kind="small"
        hint={
          canKeep
            ? 'Compare later versions with the frames measured so far'
            : `Wait until ${ENOUGH_FRAMES} frames are measured`
        }
        pressed={isBaselineKept}
        disabled={!canKeep}
        onClick={() => commands.keepBaseline(!isBaselineKept)}
      >
        Keep as baseline
      </Button>
      <Button
        kind="small"
        hint="Show the median time beside each entry point"
        pressed={isInEditor}
        onClick={() => commands.showInEditor(!isInEditor)}
      >
        Show times in the editor
      </Button>
    </div>
  );
}

function canKeepBaseline({ isBaselineKept, profiled }: ProfileState): boolean {
  return isBaselineKept || (profiled?.frames ?? 0) >= ENOUGH_FRAMES;
}

function statusText({ playback, profiled }: ProfileState): string {
  switch (playback) {
    case 'paused':
      return profiled
        ? 'Playback is paused: these are the times measured before. Resume it to measure.'
        : 'Playback is paused. Resume it to measure.';
    case 'ended':
      return 'The program dispatches nothing after its first frame. Reset the frame to 0 to measure that one.';
    case 'playing':
      if (!profiled) return 'Measuring…';
      if (profiled.method === 'queue') return NO_TIMESTAMPS;
      return profiled.isWholeOnly ? TOO_MANY_CALLS : 'GPU times of up to 600 frames';
    default:
      return assertNever(playback);
  }
}

/** What a run costs beside its passes, and how good the figures are. */
function Costs({ profiled }: { readonly profiled: Profiled }) {
  const { facts } = profiled;
  const items: readonly (readonly [name: string, text: string])[] = [
    ['Upload in a frame', uploadText(facts)],
    ['Read-back in a frame', readBackText(facts)],
    ['Newest run', setUpText(facts)],
    ['Resolution', methodText(profiled)],
    ['Cost of measuring', costText(profiled)],
  ];
  return (
    <dl className={styles['costs']} aria-label="Other costs">
      {items.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
