import styles from './SkipLinks.module.css';

export type SkipTarget = 'source' | 'results';

/** Out of sight until the keyboard reaches them: straight to the editor or to the results. */
export function SkipLinks({ onSkip }: { readonly onSkip: (target: SkipTarget) => void }) {
  // Buttons, because a link's fragment would take the place of a shared program in the address.
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
