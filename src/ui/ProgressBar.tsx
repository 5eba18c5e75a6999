import styles from './ProgressBar.module.css';

interface ProgressBarProps {
  readonly label: string;
  /** From 0 to 1; null while the total is unknown. */
  readonly fraction: number | null;
}

export function ProgressBar({ label, fraction }: ProgressBarProps) {
  const percent = fraction === null ? null : Math.min(100, Math.round(fraction * 100));
  return (
    <div
      className={styles['track']}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? undefined}
    >
      <div
        className={percent === null ? styles['unknown'] : styles['bar']}
        style={percent === null ? undefined : { width: `${percent}%` }}
      />
    </div>
  );
}
