import { type ChangeEvent, useRef } from 'react';
import type { ExportOutcome, HistoryLibrary, ImportOutcome } from '#history/library.ts';
import { Button } from '#ui/Button.tsx';
import { DownloadIcon, UploadIcon } from '#ui/icons.tsx';
import { saveFile } from '#ui/saveFile.ts';
import styles from './HistoryDialog.module.css';

interface TransferButtonsProps {
  readonly library: HistoryLibrary;
  /** What became of it, to be said. */
  readonly onMessage: (message: string) => void;
  readonly onImported: () => Promise<void>;
}

/** Everything that is kept, as a file: out of this browser, and into it. */
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
    // The same file may be chosen again.
    if (input.current) input.current.value = '';
    onMessage(outcome.ok ? describeImport(outcome.value) : outcome.error);
    if (outcome.ok) await onImported();
  };
  return (
    <div className={styles['transfer']}>
      <Button
        hint="Versions, the drafts of all tabs and settings, as one file"
        onClick={() => void exportAll()}
      >
        <DownloadIcon />
        Export…
      </Button>
      <Button
        hint="Adds the texts that such a file has and this browser has not, as far as there is room, and takes its settings"
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

function describeExport({ file, incomplete }: ExportOutcome): string {
  const handed = `${file.name} was handed to the browser.`;
  return incomplete === null
    ? handed
    : `${handed} Besides settings, it has no more than the text of this tab: ${incomplete}`;
}

function describeImport({ added, withoutRoom, changedSettings }: ImportOutcome): string {
  const sentences = [`${countOf(added)} added.`];
  if (withoutRoom > 0) {
    sentences.push(
      `${countOf(withoutRoom)} left out: there is no room without losing what is here.`,
    );
  }
  if (changedSettings > 0) sentences.push('The settings count once the page is loaded anew.');
  return sentences.join(' ');
}

function countOf(versions: number): string {
  return versions === 1 ? '1 version was' : `${versions} versions were`;
}
