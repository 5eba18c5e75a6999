import { type KeyboardEvent, type RefObject, useState } from 'react';
import { type GalleryEntry, searchGallery } from '#demos/gallery.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { SearchField } from '#ui/SearchField.tsx';
import styles from './GalleryDialog.module.css';

export interface GalleryDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Gets the focus back when the gallery closes. */
  readonly opener: RefObject<HTMLElement | null>;
  /** Called with the chosen demo's file name without extension. */
  readonly onOpenDemo: (url: string) => void;
}

/**
 * All demos, each with a picture, a summary and the features it uses. The user searches and opens
 * them here.
 */
export function GalleryDialog({ open, onClose, opener, onOpenDemo }: GalleryDialogProps) {
  const [query, setQuery] = useState('');
  const found = searchGallery(query.trim());
  const choose = (entry: GalleryEntry) => {
    onClose();
    onOpenDemo(entry.url);
  };
  const onSearchKey = (event: KeyboardEvent) => {
    const [first] = found;
    if (event.key === 'Enter' && first && query.trim() !== '') choose(first);
  };
  return (
    <Dialog title="All demos" open={open} onClose={onClose} opener={opener}>
      <div className={styles['gallery']}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in the field chooses the first */}
        <div className={styles['search']} onKeyDown={onSearchKey}>
          <SearchField
            label="Search demos"
            value={query}
            outcome={query.trim() === '' ? '' : String(found.length)}
            onChange={setQuery}
          />
        </div>
        {found.length === 0 && (
          <p className={styles['nothing']}>No demo matches “{query.trim()}”.</p>
        )}
        <ul className={styles['grid']} aria-label="Demos">
          {found.map((entry) => (
            <li key={entry.url}>
              <Card entry={entry} onChoose={() => choose(entry)} />
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

function Card({
  entry,
  onChoose,
}: {
  readonly entry: GalleryEntry;
  readonly onChoose: () => void;
}) {
  const { name, url, summary, features } = entry;
  return (
    <button type="button" className={styles['card']} onClick={onChoose}>
      <img
        className={styles['thumbnail']}
        src={`demos/thumbnails/${url}.webp`}
        width="320"
        height="180"
        alt=""
        loading="lazy"
        decoding="async"
      />
      <span className={styles['text']}>
        <strong>{name}</strong>
        <span className={styles['summary']}>{summary}</span>
        <span className={styles['features']}>{features.join(' · ')}</span>
      </span>
    </button>
  );
}
