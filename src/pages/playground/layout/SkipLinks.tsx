import styles from './SkipLinks.module.css';

export type SkipTarget = 'source' | 'results';

/** Links to the editor and the results, visible only while focused. */
export function SkipLinks({ onSkip }: { readonly onSkip: (target: SkipTarget) => void }) {
  // Buttons, because a link's fragment would replace the shared source in the address.
  return (
    <div className={styles['links']}>
      <button type="button" onClick={() => onSkip('source')}>
        Skip to the source
      </button>
      <button type="button" onClick={() => onSkip('results')}>
        Skip to the results
      </button>
    </div>
  );
}
