import { type Ref, type RefObject, useMemo, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { assertNever } from '#core/util/assertNever.ts';
import { bytesText } from '#core/util/countText.ts';
import type { Result } from '#core/util/result.ts';
import dialog from '#tools/capture/dialog.module.css';
import {
  estimatedBytes,
  expectedBytes,
  type FilmProgress,
  timeLeft,
  timeText,
} from '#tools/capture/film/encoding/estimate.ts';
import { durationOf } from '#tools/capture/film/frames/range.ts';
import { createFilmSession, type FilmSession } from '#tools/capture/film/session/filmSession.ts';
import type { FilmActivity, FilmPart } from '#tools/capture/film/session/filmState.ts';
import { framesText } from '#tools/capture/frames/pictureSize.ts';
import { MAX_BYTES_IN_MEMORY, writesToDisk } from '#tools/capture/savePicker.ts';
import { TextField } from '#tools/capture/TextField.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog, DialogFoot } from '#ui/Dialog.tsx';
import { ProgressBar } from '#ui/ProgressBar.tsx';
import { Select } from '#ui/Select.tsx';
import type { ToolContext } from '#ui/tools/tool.ts';
import type { FieldProblem, FilmPlan } from './choices.ts';
import { type FieldsProps, FilmFields, SizeFields, WayField } from './FilmFields.tsx';
import styles from './FilmPanel.module.css';

export interface Film {
  readonly session: FilmSession;
  readonly Panel: typeof FilmPanel;
}

export function createFilm(context: ToolContext): Film {
  const session = createFilmSession(context);
  return { session, Panel: FilmPanel };
}

interface FilmPanelProps {
  readonly session: FilmSession;
  /** Receives the focus when the dialog closes. */
  readonly opener: RefObject<HTMLElement | null>;
}

/** The “Save film” dialog. While recording, a strip replaces it. */
function FilmPanel({ session, opener }: FilmPanelProps) {
  const isOpen = useStore(session.store, (state) => state.isOpen);
  const isRecording = useStore(session.store, ({ activity }) => activity.kind === 'recording');
  const stop = useRef<HTMLButtonElement>(null);
  const next = useMemo<RefObject<HTMLElement | null>>(
    () => ({
      get current() {
        return stop.current ?? opener.current;
      },
    }),
    [opener],
  );
  return (
    <>
      <Dialog title="Save film" fitted open={isOpen} onClose={session.close} opener={next}>
        <div className={`${dialog['content']} ${styles['content']}`}>
          <Content session={session} />
        </div>
      </Dialog>
      {isRecording && createPortal(<RecordingStrip session={session} stop={stop} />, document.body)}
    </>
  );
}

function Content({ session }: Pick<FilmPanelProps, 'session'>) {
  const kind = useStore(session.store, ({ activity }) => activity.kind);
  switch (kind) {
    case 'choosing':
    case 'saved':
      return <FilmForm session={session} />;
    case 'preparing':
    case 'rendering':
    case 'recording':
    case 'stopped':
    case 'finishing':
      return <FilmWork session={session} />;
    default:
      return assertNever(kind);
  }
}

interface RecordingStripProps {
  readonly session: FilmSession;
  readonly stop: Ref<HTMLButtonElement>;
}

function RecordingStrip({ session, stop }: RecordingStripProps) {
  const progress = useStore(session.store, ({ activity }) =>
    activity.kind === 'recording' ? activity.progress : null,
  );
  if (!progress) return null;
  const { frames, seconds, leftOut } = progress;
  return (
    <section className={styles['strip']} aria-label="Recording a film">
      <span className={styles['dot']} aria-hidden="true" />
      <span className={dialog['figures']}>
        {`${seconds.toFixed(1)} s, ${framesText(frames)}`}
        {leftOut > 0 && `, ${leftOut} left out`}
      </span>
      <Button
        ref={stop}
        kind="small"
        label="Stop recording"
        hint="Stop recording and save the film"
        onClick={() => void session.stopRecording()}
      >
        Stop
      </Button>
    </section>
  );
}

interface FilmWorkProps {
  readonly session: FilmSession;
}

/** The film's progress, or the options for one that stopped early. */
function FilmWork({ session }: FilmWorkProps) {
  const activity = useStore(session.store, (state) => state.activity);
  switch (activity.kind) {
    case 'choosing':
    case 'saved':
    case 'recording':
      return null;
    case 'preparing':
      return <Preparing session={session} activity={activity} />;
    case 'rendering':
      return <Rendering session={session} progress={activity.progress} />;
    case 'finishing':
      return (
        <>
          <p role="status">Completing the film…</p>
          <Progress fraction={null} />
        </>
      );
    case 'stopped':
      return <Stopped session={session} reason={activity.reason} part={activity.part} />;
    default:
      return assertNever(activity);
  }
}

interface PreparingProps extends FilmWorkProps {
  readonly activity: Extract<FilmActivity, { kind: 'preparing' }>;
}

function Preparing({ session, activity: { played, wanted } }: PreparingProps) {
  return (
    <>
      <p className={dialog['figures']}>
        {wanted === 0
          ? 'Preparing the first frame…'
          : `Playing frame ${played} of the ${wanted} before the first one`}
      </p>
      <Progress fraction={wanted === 0 ? null : played / wanted} />
      <CancelButton session={session} />
    </>
  );
}

interface RenderingProps extends FilmWorkProps {
  readonly progress: FilmProgress;
}

function Rendering({ session, progress }: RenderingProps) {
  const { done, count } = progress;
  const left = timeLeft(progress);
  const plan = session.plan();
  const size = plan.ok ? expectedBytes(progress, plan.value.bitrate, plan.value.rate) : null;
  return (
    <>
      <p className={dialog['figures']}>
        {`Frame ${done.toLocaleString('en')} of ${count.toLocaleString('en')}`}
        {size !== null && `, about ${bytesText(size)} in all`}
        {left !== null && done < count && `, ${timeText(left)} left`}
      </p>
      <Progress fraction={done / count} />
      <CancelButton session={session} />
    </>
  );
}

function Progress({ fraction }: { readonly fraction: number | null }) {
  return (
    <div className={styles['progress']}>
      <ProgressBar label="Film" fraction={fraction} />
    </div>
  );
}

function CancelButton({ session }: FilmWorkProps) {
  return (
    <DialogFoot>
      <Button hint="Stop here; the frames that are done can be saved" onClick={session.cancel}>
        Cancel
      </Button>
    </DialogFoot>
  );
}

interface StoppedProps extends FilmWorkProps {
  readonly reason: string;
  readonly part: FilmPart;
}

function Stopped({ session, reason, part }: StoppedProps) {
  return (
    <>
      <p role="alert" className={dialog['figures']}>
        {reason}
      </p>
      <DialogFoot>
        <Button kind="primary" onClick={() => void session.save()}>
          {`Save the ${part.frames === 1 ? 'frame that is' : `${framesText(part.frames)} that are`} done`}
        </Button>
        <Button onClick={() => void session.discard()}>Discard</Button>
      </DialogFoot>
    </>
  );
}

interface FilmFormProps {
  readonly session: FilmSession;
}

function FilmForm({ session }: FilmFormProps) {
  const { choices, refusals, problem, activity } = useStore(session.store);
  const plan = session.plan();
  const isSaved = activity.kind === 'saved';
  const shown = problem ?? (plan.ok || isSaved ? null : plan.error);
  const isRender = choices.way === 'render';
  return (
    <form
      className={dialog['form']}
      onSubmit={(event) => {
        event.preventDefault();
        void session.start();
      }}
    >
      <WayField choices={choices} onChange={session.choose} />
      {isRender && <RangeFields choices={choices} onChange={session.choose} />}
      {isRender && <SizeFields choices={choices} onChange={session.choose} />}
      <FilmFields choices={choices} refusals={refusals} onChange={session.choose} />
      <Summary plan={plan} />
      {shown && (
        <p role="alert" className={dialog['problem']}>
          {shown.text}
        </p>
      )}
      {isSaved && <p role="status">{activity.text}</p>}
      <DialogFoot>
        <Button
          kind="primary"
          hint={
            isRender ? 'Draw and encode each frame of the range' : 'Record until you press Stop'
          }
          disabled={!plan.ok}
          onClick={() => void session.start()}
        >
          {isRender ? 'Render film' : 'Start recording'}
        </Button>
      </DialogFoot>
    </form>
  );
}

function Summary({ plan }: { readonly plan: Result<FilmPlan, FieldProblem> }) {
  if (!plan.ok) return null;
  const { size, range, rate, bitrate, note } = plan.value;
  const pixels = `${size.width} × ${size.height} pixels`;
  const rateText = `${bytesText(bitrate / 8)} a second`;
  return (
    <div className={styles['summary']}>
      <p>
        {range
          ? `${framesText(range.count)}, ${durationOf(range).toFixed(2)} s, ${pixels}, up to about ${bytesText(estimatedBytes(bitrate, rate, range.count))}.`
          : `${pixels}, up to about ${rateText}.`}
      </p>
      {note && <p>{note}</p>}
      {!writesToDisk() && (
        <p>
          {`This browser keeps the film in memory, up to ${MAX_BYTES_IN_MEMORY / 1024 / 1024} MB.`}
        </p>
      )}
    </div>
  );
}

const UNITS = [
  { value: 'frames', text: 'By frames' },
  { value: 'seconds', text: 'By seconds' },
] as const;

function RangeFields({ choices, onChange }: FieldsProps) {
  return (
    <div className={dialog['row']}>
      <span className={dialog['name']}>Range</span>
      <Select
        label="Range"
        hint="Frames of the run, 60 per second, or seconds of TIME"
        value={choices.rangeBy}
        options={UNITS}
        onChange={(value) => {
          const unit = UNITS.find((each) => each.value === value);
          if (unit) onChange({ rangeBy: unit.value });
        }}
      />
      {choices.rangeBy === 'frames' ? (
        <>
          <TextField
            label="First frame"
            value={choices.firstFrame}
            onChange={(firstFrame) => onChange({ firstFrame })}
          />
          to
          <TextField
            label="Last frame"
            value={choices.lastFrame}
            onChange={(lastFrame) => onChange({ lastFrame })}
          />
        </>
      ) : (
        <>
          from
          <TextField
            label="Start in seconds"
            value={choices.start}
            kind="decimal"
            onChange={(start) => onChange({ start })}
          />
          s for
          <TextField
            label="Duration in seconds"
            value={choices.duration}
            kind="decimal"
            onChange={(duration) => onChange({ duration })}
          />
          s
        </>
      )}
    </div>
  );
}
