import { Button } from '#ui/Button.tsx';
import { WarningIcon } from '#ui/icons.tsx';
import styles from './StaleMark.module.css';

/** Id of the element that describes a stale picture. */
export const STALE_MARK_ID = 'stale-mark';

interface StaleMarkProps {
  readonly stale: boolean;
  /** Called when the user asks for the reason. */
  readonly onWhy: () => void;
}

/** Marks a stale picture: it comes from an earlier source, because the newest does not run. */
export function StaleMark({ stale, onWhy }: StaleMarkProps) {
  return (
    <div className={styles['place']} aria-live="polite">
      {stale && (
        <div className={styles['mark']}>
          <WarningIcon />
          <span id={STALE_MARK_ID}>Showing the last working shader</span>
          <Button kind="small" hint="Open the diagnostics" onClick={onWhy}>
            Show why
          </Button>
        </div>
      )}
    </div>
  );
}
