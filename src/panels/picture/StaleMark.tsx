import { Button } from '#ui/Button.tsx';
import { WarningIcon } from '#ui/icons.tsx';
import styles from './StaleMark.module.css';

/** What describes a picture that is not of the newest text. */
export const STALE_MARK_ID = 'stale-mark';

interface StaleMarkProps {
  readonly stale: boolean;
  /** The reasons are asked for. */
  readonly onWhy: () => void;
}

/** Stands on the picture while it is of an earlier text, since the newest has a fault. */
export function StaleMark({ stale, onWhy }: StaleMarkProps) {
  return (
    <div className={styles['place']} aria-live="polite">
      {stale && (
        <div className={styles['mark']}>
          <WarningIcon />
          <span id={STALE_MARK_ID}>Showing the last shader that worked</span>
          <Button kind="small" hint="Open the diagnostics" onClick={onWhy}>
            Why?
          </Button>
        </div>
      )}
    </div>
  );
}
