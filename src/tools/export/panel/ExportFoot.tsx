import { useStore } from 'zustand';
import { assertNever } from '#core/util/assertNever.ts';
import { bytesText } from '#core/util/bytesText.ts';
import type { ExportSession } from '#tools/export/session/exportSession.ts';
import {
  type ExportState,
  type FileState,
  failureOf,
  isBusy,
} from '#tools/export/session/exportState.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { DialogFoot } from '#ui/Dialog.tsx';
import styles from './ExportDialog.module.css';

/** What can be done with the file, and how far it is. */
export function ExportFoot({ session }: { readonly session: ExportSession }) {
  const state = useStore(session.store);
  const { program, file } = state;
  const canRetry =
    failureOf(state) !== null || file.kind === 'cancelled' || program.kind === 'cancelled';
  return (
    <DialogFoot>
      <Button
        kind="primary"
        disabled={file.kind !== 'made'}
        hint={file.kind === 'made' ? `Download ${file.file.name}` : 'There is no file yet'}
        onClick={session.download}
      >
        Download
      </Button>
      {isBusy(state) && <Button onClick={session.cancel}>Cancel</Button>}
      {canRetry && <Button onClick={session.retry}>Try again</Button>}
      {file.kind === 'made' && <CopyText file={file} />}
      <p className={styles['status']} role="status">
        {statusOf(state)}
      </p>
    </DialogFoot>
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
