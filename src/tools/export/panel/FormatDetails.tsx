import { useStore } from 'zustand';
import { assertNever } from '#core/util/assertNever.ts';
import { bytesText } from '#core/util/bytesText.ts';
import type { ExportFormat } from '#tools/export/program/exportFormat.ts';
import type { ExportSession } from '#tools/export/session/exportSession.ts';
import {
  type ExportState,
  type FileState,
  failureOf,
  isBusy,
  type ProgramState,
} from '#tools/export/session/exportState.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import styles from './ExportDialog.module.css';
import { FilePreview } from './FilePreview.tsx';

interface FormatDetailsProps {
  readonly session: ExportSession;
  readonly format: ExportFormat;
}

/** What the format is, what it leaves out of this program, and its file. */
export function FormatDetails({ session, format }: FormatDetailsProps) {
  const state = useStore(session.store);
  const { file } = state;
  const failure = failureOf(state);
  return (
    <div className={styles['details']}>
      <p className={styles['description']}>{format.description}</p>
      <Limits format={format} program={state.program} />
      {failure !== null && (
        <p className={styles['failure']} role="alert">
          {failure}
        </p>
      )}
      {file.kind === 'made' && <FilePreview preview={file.preview} />}
      <div className={styles['foot']}>
        <p className={styles['status']} role="status">
          {statusOf(state)}
        </p>
        <Actions session={session} state={state} />
      </div>
    </div>
  );
}

interface LimitsProps {
  readonly format: ExportFormat;
  readonly program: ProgramState;
}

function Limits({ format, program }: LimitsProps) {
  if (program.kind !== 'ready') return null;
  const limits = format.limits(program.program);
  if (limits.length === 0) {
    return <p className={styles['complete']}>Everything in this program can be exported.</p>;
  }
  return (
    <section className={styles['limits']} aria-label="Not in this export">
      <h3>Not in this export</h3>
      <ul>
        {limits.map((limit) => (
          <li key={limit}>{limit}</li>
        ))}
      </ul>
    </section>
  );
}

interface ActionsProps {
  readonly session: ExportSession;
  readonly state: ExportState;
}

function Actions({ session, state }: ActionsProps) {
  const { file } = state;
  const canRetry =
    failureOf(state) !== null || file.kind === 'cancelled' || state.program.kind === 'cancelled';
  return (
    <div className={styles['actions']}>
      {isBusy(state) && <Button onClick={session.cancel}>Cancel</Button>}
      {canRetry && <Button onClick={session.retry}>Try again</Button>}
      {file.kind === 'made' && <CopyText file={file} />}
      <Button
        kind="primary"
        disabled={file.kind !== 'made'}
        hint={file.kind === 'made' ? `Download ${file.file.name}` : 'There is no file yet'}
        onClick={session.download}
      >
        Download
      </Button>
    </div>
  );
}

function CopyText({ file }: { readonly file: Extract<FileState, { readonly kind: 'made' }> }) {
  const { preview } = file;
  // Another file has its own outcome of a copy.
  return (
    preview.kind === 'text' &&
    preview.isWhole && <CopyButton key={file.file.name} label="Copy" text={() => preview.text} />
  );
}

function statusOf({ program, file }: ExportState): string {
  if (program.kind === 'reading') return 'Reading the program…';
  if (program.kind === 'cancelled') return 'Cancelled.';
  switch (file.kind) {
    case 'none':
    case 'failed':
      return '';
    case 'making':
      return 'Making the file…';
    case 'cancelled':
      return 'Cancelled.';
    case 'made': {
      const { name, size } = file.file;
      return `${file.isDownloaded ? 'Downloaded ' : ''}${name}, ${bytesText(size)}`;
    }
    default:
      return assertNever(file);
  }
}
