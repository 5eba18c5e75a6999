import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import { messageOf } from '#core/util/errors.ts';
import type { ResourceProps } from '#tools/resources/kinds/kind.ts';
import { Button } from '#ui/Button.tsx';
import { MenuButton } from '#ui/MenuButton.tsx';
import { DownloadIcon, PinIcon, UploadIcon } from '#ui/moreIcons.tsx';
import { saveFile } from '#ui/saveFile.ts';
import { type Download, fileName } from './download/downloads.ts';

export function ResourceActions(props: ResourceProps) {
  const { store, commands, entry, kind } = props;
  const [isReading, setIsReading] = useState(false);
  const save = async (download: Download) => {
    setIsReading(true);
    try {
      const bytes = await commands.readAll(entry.name);
      if (!bytes) return;
      const content = await download.make(new Uint8Array(bytes));
      saveFile(new File([content], fileName(entry.name, download.extension), content));
    } catch (thrown) {
      commands.report(messageOf(thrown));
    } finally {
      setIsReading(false);
    }
  };
  const items = kind
    .downloads(entry, () => store.getState().view)
    .map((download) => ({
      text: download.text,
      onChoose: () => void save(download),
    }));
  return (
    <>
      {kind.accepts !== null && <LoadButton {...props} accepts={kind.accepts} />}
      {kind.accepts !== null && <PinButtons {...props} />}
      <MenuButton
        label="Download"
        hint={isReading ? 'Reading…' : 'Download'}
        busy={isReading}
        items={items}
      >
        <DownloadIcon />
      </MenuButton>
    </>
  );
}

/** The keyboard alternative to dropping a file. */
function LoadButton({ commands, entry, accepts }: ResourceProps & { readonly accepts: string }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        hidden
        type="file"
        aria-label={`File for ${entry.name}`}
        accept={accepts}
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) commands.load(entry.name, file);
          // Lets the user choose the same file again.
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
          Difference
        </Button>
      )}
    </>
  );
}
