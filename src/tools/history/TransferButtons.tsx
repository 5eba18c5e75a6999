import { type ChangeEvent, useRef } from 'react';
import type {
  ExportOutcome,
  HistoryLibrary,
  ImportOutcome,
} from '#engine/storage/history/library.ts';
import { Button } from '#ui/Button.tsx';
import { DownloadIcon, UploadIcon } from '#ui/moreIcons.tsx';
import { saveFile } from '#ui/saveFile.ts';
import styles from './HistoryDialog.module.css';

interface TransferButtonsProps {
  readonly library: HistoryLibrary;
  /** Shows the outcome. */
  readonly onMessage: (message: string) => void;
  readonly onImported: () => Promise<void>;
}

/** Exports all stored versions, drafts and settings as one file, and imports such a file. */
export function TransferButtons({ library, onMessage, onImported }: TransferButtonsProps) {
  const input = useRef<HTMLInputElement>(null);
  const exportAll = async () => {
    const exported = await library.exportAll();
    if (exported.ok) saveFile(exported.value.file);
    onMessage(exported.ok ? describeExport(exported.value) : exported.error);
  };
  const importAll = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    if (!file) return;
    onMessage('Importing…');
    const outcome = await library.importAll(file);
    // So that choosing the same file again fires an event.
    if (input.current) input.current.value = '';
    onMessage(outcome.ok ? describeImport(outcome.value) : outcome.error);
    if (outcome.ok) await onImported();
  };
  return (
    <div className={styles['transfer']}>
      <Button
        hint="Save versions, drafts of all tabs and settings to a file"
        onClick={() => void exportAll()}
      >
        <DownloadIcon />
        Export…
      </Button>
      <Button
        hint="Add versions and settings from an exported file"
        onClick={() => input.current?.click()}
      >
        <UploadIcon />
        Import…
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File to import"
        accept=".json,application/json"
        onChange={(event) => void importAll(event)}
      />
    </div>
  );
}

function describeExport({ file, incomplete, namesAssets }: ExportOutcome): string {
  const sentences = [`Your browser is saving ${file.name}.`];
  if (incomplete !== null) {
    sentences.push(`The file contains only the settings and this tab’s source: ${incomplete}`);
  }
  if (namesAssets) {
    sentences.push(
      'It names images and data, but does not contain them: download a project as a zip to keep them too.',
    );
  }
  return sentences.join(' ');
}

function describeImport({ added, leftOut, changedSettings }: ImportOutcome): string {
  const sentences = [`${countOf(added)} added.`];
  if (leftOut > 0) {
    sentences.push(`${countOf(leftOut)} left out, because the history is full.`);
  }
  if (changedSettings > 0) sentences.push('Reload the page to apply the imported settings.');
  return sentences.join(' ');
}

function countOf(versions: number): string {
  return versions === 1 ? '1 version was' : `${versions} versions were`;
}
