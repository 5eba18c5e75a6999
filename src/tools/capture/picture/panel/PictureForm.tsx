import { useStore } from 'zustand';
import dialog from '#tools/capture/panel/dialog.module.css';
import { TextField } from '#tools/capture/panel/TextField.tsx';
import type { PictureSession } from '#tools/capture/picture/pictureSession.ts';
import { MAX_BYTES_IN_MEMORY, writesToDisk } from '#tools/capture/session/savePicker.ts';
import { Button } from '#ui/Button.tsx';
import { DialogFoot } from '#ui/Dialog.tsx';
import { Select } from '#ui/Select.tsx';
import { FramesField, ProjectField, SizeField } from './fields.tsx';
import styles from './PictureDialog.module.css';
import { Preview } from './Preview.tsx';
import { Row } from './Row.tsx';

interface PictureFormProps {
  readonly session: PictureSession;
  /** What was saved last; null if nothing was. */
  readonly saved: string | null;
}

/** Chooses which picture to save. */
export function PictureForm({ session, saved }: PictureFormProps) {
  const { choices, limits, preview, problem } = useStore(session.store);
  const isRange = choices.frames === 'range';
  return (
    <form
      className={dialog['form']}
      onSubmit={(event) => {
        event.preventDefault();
        void session.save();
      }}
    >
      {preview && <Preview pixels={preview} />}
      <FramesField choices={choices} onChange={session.choose} />
      <SizeField size={choices.size} limits={limits} onChange={session.choose} />
      <Row name="Transparency">
        <Select
          label="Transparency"
          value={choices.keepsAlpha ? 'alpha' : 'opaque'}
          options={[
            { value: 'opaque', text: 'Opaque as shown' },
            { value: 'alpha', text: 'With alpha' },
          ]}
          onChange={(value) => session.choose({ keepsAlpha: value === 'alpha' })}
        />
      </Row>
      <Row name="File name">
        <TextField
          label="File name"
          value={choices.name}
          kind="text"
          onChange={(name) => session.choose({ name })}
        />
        {isRange ? '.zip' : '.png'}
      </Row>
      <ProjectField choices={choices} onChange={session.choose} />
      {isRange && !writesToDisk() && (
        <p className={styles['quiet']}>
          {`This browser keeps the zip in memory, up to ${MAX_BYTES_IN_MEMORY / 2 ** 20} MB.`}
        </p>
      )}
      {problem !== null && (
        <p role="alert" className={dialog['problem']}>
          {problem}
        </p>
      )}
      {saved !== null && problem === null && <p role="status">{saved}</p>}
      <DialogFoot>
        <Button
          kind="primary"
          disabled={limits === null}
          hint={
            isRange ? 'Save each frame of the range as a PNG file, in a zip' : 'Save a PNG file'
          }
          onClick={() => void session.save()}
        >
          {isRange ? 'Save frames' : 'Save picture'}
        </Button>
      </DialogFoot>
    </form>
  );
}
