import { useStore } from 'zustand';
import { bytesText } from '#core/util/bytesText.ts';
import type { Result } from '#core/util/result.ts';
import type { FieldProblem, FilmPlan } from '#tools/capture/film/choices.ts';
import { estimatedBytes } from '#tools/capture/film/encoding/estimate.ts';
import { durationOf } from '#tools/capture/film/frames/range.ts';
import type { FilmSession } from '#tools/capture/film/session/filmSession.ts';
import { framesText } from '#tools/capture/frames/frameNumber.ts';
import dialog from '#tools/capture/panel/dialog.module.css';
import { MAX_BYTES_IN_MEMORY, writesToDisk } from '#tools/capture/session/savePicker.ts';
import { Button } from '#ui/Button.tsx';
import { DialogFoot } from '#ui/Dialog.tsx';
import { FilmFields, SizeFields, WayField } from './FilmFields.tsx';
import styles from './FilmPanel.module.css';
import { RangeFields } from './RangeFields.tsx';

interface FilmFormProps {
  readonly session: FilmSession;
}

/** Chooses which film to make. */
export function FilmForm({ session }: FilmFormProps) {
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

/** What the film will be. */
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
