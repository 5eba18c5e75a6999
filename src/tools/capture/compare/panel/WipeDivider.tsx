import type { KeyboardEvent, PointerEvent } from 'react';
import styles from './CompareOverlay.module.css';
import { movedByKey } from './wipeKeys.ts';

interface WipeDividerProps {
  /** Of the picture's width. */
  readonly percent: number;
  readonly onChange: (percent: number) => void;
}

/** The line between the pinned picture on its left and the live one. */
export function WipeDivider({ percent, onChange }: WipeDividerProps) {
  const drag = (event: PointerEvent<HTMLElement>) => {
    const { currentTarget: divider, clientX, pointerId } = event;
    const box = divider.parentElement?.getBoundingClientRect();
    if (!box?.width || !divider.hasPointerCapture(pointerId)) return;
    onChange(((clientX - box.left) / box.width) * 100);
  };
  const press = (event: KeyboardEvent) => {
    const moved = movedByKey(percent, event.key);
    if (moved === null) return;
    event.preventDefault();
    onChange(moved);
  };
  return (
    <div
      className={styles['divider']}
      style={{ left: `${percent}%` }}
      role="slider"
      tabIndex={0}
      aria-label="Wipe"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      aria-valuetext={`${Math.round(percent)} % pinned`}
      onKeyDown={press}
      onPointerDown={(event) => {
        if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
    >
      <span className={styles['label']} aria-hidden="true">
        Pinned
      </span>
      <span className={styles['grip']} />
      <span className={styles['label']} aria-hidden="true">
        Now
      </span>
    </div>
  );
}
