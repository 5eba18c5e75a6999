import { useStore } from 'zustand';
import type { ChangesSession } from '#tools/code/changes/session/changesSession.ts';
import styles from './ChangeCount.module.css';
import { countText } from './changeTexts.ts';

/** The number of changed lines, in the tab. It is not part of the tab's accessible name. */
export function ChangeCount({ session }: { readonly session: ChangesSession }) {
  const text = useStore(session.store, (state) =>
    state.kind === 'compared' ? countText(state.difference) : '',
  );
  if (text === '') return null;
  return (
    <span className={styles['count']} aria-hidden="true">
      {text}
    </span>
  );
}
