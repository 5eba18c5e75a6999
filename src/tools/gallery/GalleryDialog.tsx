import { type KeyboardEvent, useRef, useState } from 'react';
import { type GalleryEntry, KINDS, searchGallery } from '#core/slang/demos/gallery.ts';
import { Button } from '#ui/Button.tsx';
import dialogStyles from '#ui/Dialog.module.css';
import { Dialog, DialogCard } from '#ui/Dialog.tsx';
import { SearchField } from '#ui/SearchField.tsx';
import type { DialogProps } from '#ui/tools/dialogTool.tsx';
import styles from './GalleryDialog.module.css';

/**
 * All demos, each with a picture, a summary and its features. The user can search and open them.
 */
export function GalleryDialog({ context, open, onClose, opener }: DialogProps) {
  const [query, setQuery] = useState('');
  const [kind, setKind] = useState<string | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const found = searchGallery(query.trim(), kind);
  const choose = (entry: GalleryEntry) => {
    onClose();
    context.showView('results');
    void context.workspace.openDemo(entry.url);
  };
  const onSearchKey = (event: KeyboardEvent) => {
    const [first] = found;
    if (event.key === 'Enter' && first && query.trim() !== '') choose(first);
  };
  return (
    <Dialog
      title="All demos"
      open={open}
      onClose={onClose}
      opener={opener}
      initialFocus={() => {
        setQuery('');
        setKind(null);
        return search.current ?? true;
      }}
    >
      <div className={styles['gallery']}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in the field opens the first
            match */}
        <div className={styles['search']} onKeyDown={onSearchKey}>
          <SearchField
            ref={search}
            label="Search demos"
            value={query}
            outcome={query.trim() === '' ? '' : String(found.length)}
            onChange={setQuery}
          />
          {KINDS.map((each) => (
            <Button
              key={each}
              kind="switch"
              pressed={each === kind}
              onClick={() => setKind(each === kind ? null : each)}
            >
              {each}
            </Button>
          ))}
        </div>
        {found.length === 0 && (
          <p className={styles['nothing']}>No demo matches “{query.trim()}”.</p>
        )}
        <ul className={dialogStyles['cards']} aria-label="Demos">
          {found.map((entry) => (
            <li key={entry.url}>
              <DialogCard
                picture={`demos/thumbnails/${entry.url}.webp`}
                name={entry.name}
                summary={entry.summary}
                onClick={() => choose(entry)}
              >
                <span className={styles['features']}>{entry.features.join(' · ')}</span>
              </DialogCard>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
