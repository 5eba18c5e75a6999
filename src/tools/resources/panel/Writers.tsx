import { useId } from 'react';
import { useStore } from 'zustand';
import { writerText } from '#core/source/instrument/accesses/writers.ts';
import { placeText } from '#core/source/instrument/places.ts';
import { countText } from '#core/util/countText.ts';
import type { ResourcesProps } from '#tools/resources/kinds/kind.ts';
import type { SoughtWriters } from '#tools/resources/state.ts';
import { Button } from '#ui/Button.tsx';
import { CloseIcon } from '#ui/icons.tsx';
import { WriterIcon } from './icons.tsx';
import styles from './Writers.module.css';

interface WritersButtonProps {
  /** What the button asks about, such as `the selected element`. */
  readonly of: string;
  /** Why there is nothing to ask about, as a sentence; null if there is. */
  readonly refusal: string | null;
  readonly onFind: () => void;
}

export function WritersButton({ of, refusal, onFind }: WritersButtonProps) {
  return (
    <Button
      kind="icon"
      label="Who wrote this?"
      hint={refusal ?? `Find the threads that stored ${of}`}
      disabled={refusal !== null}
      onClick={onFind}
    >
      <WriterIcon />
    </Button>
  );
}

/** More would make the page slow. */
const MOST_LISTED = 200;

/** The threads that stored an element, or the fragments that a texel is from. */
export function Writers({ store, commands }: ResourcesProps) {
  const sought = useStore(store, (state) => state.writers);
  const heading = useId();
  if (!sought) return null;
  const { writers, frame } = sought.found ?? { writers: [], frame: 0 };
  return (
    <section className={styles['writers']} aria-labelledby={heading}>
      <div className={styles['head']}>
        <h3 id={heading}>Who wrote {sought.title}?</h3>
        <Button kind="icon" label="Close" hint="Close" onClick={commands.closeWriters}>
          <CloseIcon />
        </Button>
      </div>
      <p className={styles['note']} role="status">
        {statusOf(sought)}
      </p>
      {writers.length > 0 && (
        <ol className={styles['list']} aria-label="Writers">
          {writers.slice(0, MOST_LISTED).map((writer, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a thread may store several times
            <li key={index}>
              <button
                type="button"
                className={styles['item']}
                title={
                  writer.fragment?.isDrawn
                    ? 'Trace this fragment'
                    : 'Trace this thread, where it stores'
                }
                onClick={() => commands.traceWriter(writer, frame)}
              >
                {writerText(writer)}
                {writer.place && `, ${placeText(writer.place)}`}
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function statusOf({ found, frame, problem, looking }: SoughtWriters): string {
  if (problem !== null) return problem;
  if (!found) {
    return looking === null
      ? 'Looking for the threads that stored it…'
      : `No thread stored it in frame ${frame}. Looking in frame ${looking}…`;
  }
  const { writers } = found;
  if (writers.length === 0) {
    return `No thread stored it in frame ${frame} or the frames before it that were searched.`;
  }
  const shown = writers.length > MOST_LISTED ? `the first ${MOST_LISTED} of ` : '';
  const isDrawn = writers.every(({ fragment }) => fragment?.isDrawn);
  const stores = `${shown}${countText(writers.length, isDrawn ? 'fragment' : 'store')}`;
  const listed = writers.length > 1 ? `${stores}, in their order` : stores;
  return found.frame === frame
    ? `In frame ${frame}: ${listed}.`
    : `It last changed in frame ${found.frame}: ${listed}.`;
}
