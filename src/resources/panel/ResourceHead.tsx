import { useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '#ui/Button.tsx';
import { PinIcon, UploadIcon } from '#ui/icons.tsx';
import { saveFile } from '#ui/saveFile.ts';
import { DownloadMenu } from './download/DownloadMenu.tsx';
import { type Download, downloadsOf } from './download/downloads.ts';
import { fileName, sizeText } from './labels.ts';
import styles from './ResourceHead.module.css';
import type { ResourceProps } from './resourcesProps.ts';

/** The open resource's name and type, and what can be done with all of it. */
export function ResourceHead(props: ResourceProps) {
  const { store, commands, entry } = props;
  const [note, setNote] = useState('');
  const save = async (download: Download) => {
    setNote('Reading…');
    const bytes = await commands.readAll(entry.name);
    if (bytes) {
      const content = await download.make(new Uint8Array(bytes));
      saveFile(new File([content], fileName(entry.name, download.extension), content));
    }
    setNote('');
  };
  const downloads = downloadsOf(entry, () => store.getState().view);
  return (
    <header className={styles['head']}>
      <h3 className={styles['title']}>
        {entry.name} <span className={styles['type']}>{entry.typeName}</span>
      </h3>
      <span className={styles['size']}>{sizeText(entry)}</span>
      <span className={styles['note']} role="status">
        {note}
      </span>
      {entry.kind !== 'sampler' && (
        <div className={styles['buttons']}>
          {entry.kind !== 'uniforms' && <LoadButton {...props} />}
          <PinButtons {...props} />
          <DownloadMenu downloads={downloads} onChoose={(download) => void save(download)} />
        </div>
      )}
    </header>
  );
}

/** Does with the keyboard what dropping a file does. */
function LoadButton({ commands, entry }: ResourceProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    <>
      <input
        ref={input}
        id={id}
        className={styles['file']}
        type="file"
        aria-label={`File for ${entry.name}`}
        accept={entry.kind === 'texture' ? '.bin,.npy,image/*' : '.bin,.npy'}
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) commands.load(entry.name, file);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      <Button
        kind="icon"
        label="Load file"
        hint="Load a file into this resource for this run (or drop one on its row)"
        onClick={() => input.current?.click()}
      >
        <UploadIcon />
      </Button>
    </>
  );
}

function PinButtons({ store, commands, entry }: ResourceProps) {
  const pinned = useStore(store, (state) => state.pinned);
  const isDifferenceShown = useStore(store, (state) => state.isDifferenceShown);
  const isPinned = pinned?.resource === entry.name;
  return (
    <>
      <Button
        kind="icon"
        label="Pin"
        pressed={isPinned}
        hint={
          isPinned
            ? `Discard the copy of frame ${pinned.frame}`
            : 'Keep a copy of this frame to compare later frames with it'
        }
        onClick={isPinned ? commands.unpin : commands.pin}
      >
        <PinIcon filled={isPinned} />
      </Button>
      {isPinned && (
        <Button
          kind="switch"
          pressed={isDifferenceShown}
          hint={`Compare with the copy of frame ${pinned.frame}`}
          onClick={() => commands.showDifference(!isDifferenceShown)}
        >
          {`Difference from frame ${pinned.frame}`}
        </Button>
      )}
    </>
  );
}
