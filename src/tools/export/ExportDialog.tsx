// biome-ignore-all lint/a11y/useSemanticElements: a native list of options cannot be styled
// biome-ignore-all lint/a11y/useFocusableInteractive: the listbox has the focus and the keys
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the listbox has the keys
import {
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useStore } from 'zustand';
import { assertNever } from '#core/util/assertNever.ts';
import { bytesText } from '#core/util/countText.ts';
import type { ExportFormat } from '#tools/export/program/exportedProgram.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Dialog, DialogFoot } from '#ui/Dialog.tsx';
import { nextIndex } from '#ui/nextIndex.ts';
import type { DialogProps } from '#ui/tools/dialogTool.tsx';
import styles from './ExportDialog.module.css';
import { createExport } from './export.ts';
import {
  type ExportSession,
  type ExportState,
  type FileState,
  failureOf,
  isBusy,
  type Preview,
  type ProgramState,
} from './exportSession.ts';

/** Lets the user choose a format, see its limits, and download the running program. */
export function ExportDialog({ context, open, onClose, opener }: DialogProps) {
  const [session] = useState(() => createExport(context));
  const list = useRef<HTMLDivElement>(null);
  return (
    <Dialog
      title="Export"
      open={open}
      onClose={onClose}
      opener={opener}
      initialFocus={() => list.current ?? true}
    >
      <Content session={session} list={list} />
    </Dialog>
  );
}

interface ContentProps {
  readonly session: ExportSession;
  readonly list: RefObject<HTMLDivElement | null>;
}

/** A separate component, so that the file stays until the dialog has faded out. */
function Content({ session, list }: ContentProps) {
  useEffect(() => {
    session.open();
    return session.close;
  }, [session]);
  const chosen = useStore(session.store, (state) => state.chosen);
  const format = session.formats.find(({ id }) => id === chosen);
  return (
    <div className={styles['content']}>
      <div className={styles['format']}>
        <FormatList
          ref={list}
          formats={session.formats}
          chosen={chosen}
          onChoose={session.choose}
        />
        {format && <FormatDetails session={session} format={format} />}
      </div>
      <ExportFoot session={session} />
    </div>
  );
}

interface FormatListProps {
  readonly ref: Ref<HTMLDivElement>;
  readonly formats: readonly ExportFormat[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

function FormatList({ ref, formats, chosen, onChoose }: FormatListProps) {
  const id = useId();
  const active = formats.findIndex((format) => format.id === chosen);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextIndex(event.key, active, formats.length, 'stop');
    const format = next === null ? undefined : formats[next];
    if (!format) return;
    event.preventDefault();
    onChoose(format.id);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div
      ref={ref}
      className={styles['list']}
      role="listbox"
      aria-label="Format"
      aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      {formats.map((format, index) => (
        <div
          key={format.id}
          id={`${id}-${index}`}
          className={styles['option']}
          role="option"
          aria-selected={index === active}
          onClick={() => onChoose(format.id)}
        >
          {format.name}
        </div>
      ))}
    </div>
  );
}

function ExportFoot({ session }: { readonly session: ExportSession }) {
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
  // The key resets the button's state for each new file.
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

interface FormatDetailsProps {
  readonly session: ExportSession;
  readonly format: ExportFormat;
}

/** Describes the format, its limits for this program, and the content of its file. */
function FormatDetails({ session, format }: FormatDetailsProps) {
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

/** In UTF-16 units. Longer texts are slow to lay out. */
const MAX_LENGTH = 20_000;

interface FilePreviewProps {
  readonly preview: Preview;
}

function FilePreview({ preview }: FilePreviewProps) {
  if (preview.kind === 'none') return null;
  if (preview.kind === 'text') {
    const { text, isWhole } = preview;
    return (
      <section className={styles['preview']} aria-label="Preview">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
        <pre className={styles['text']} tabIndex={0}>
          {text.slice(0, MAX_LENGTH)}
        </pre>
        {(!isWhole || text.length > MAX_LENGTH) && (
          <p className={styles['note']}>This is the beginning. The file has the rest.</p>
        )}
      </section>
    );
  }
  return (
    <section className={styles['preview']} aria-label="Preview">
      <ul className={styles['files']}>
        {preview.files.map(({ path, bytes }) => (
          <li key={path}>
            <span className={styles['path']}>{path}</span>{' '}
            <span className={styles['size']}>{bytesText(bytes)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
