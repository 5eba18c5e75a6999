import { type PointerEvent, useRef } from 'react';
import { Separator } from 'react-resizable-panels';
import styles from './Splitter.module.css';

/** Maximum milliseconds between the taps of a double tap (specification, section 9). */
const DOUBLE_TAP = 500;

/** CSS pixels; a pointer that moves farther is a drag, not a tap. */
const TAP_SLACK = 4;

interface SplitterProps {
  readonly label: string;
  readonly onDoubleTap: () => void;
}

/** The bar between two panels. It follows drags and arrow keys and detects double taps. */
export function Splitter({ label, onDoubleTap }: SplitterProps) {
  const pressed = useRef({ x: 0, y: 0 });
  const lastTap = useRef(Number.NEGATIVE_INFINITY);
  const onPress = ({ clientX, clientY }: PointerEvent) => {
    pressed.current = { x: clientX, y: clientY };
  };
  const onRelease = ({ clientX, clientY, timeStamp }: PointerEvent) => {
    const { x, y } = pressed.current;
    if (Math.hypot(clientX - x, clientY - y) > TAP_SLACK) return;
    const isDouble = timeStamp - lastTap.current <= DOUBLE_TAP;
    lastTap.current = isDouble ? Number.NEGATIVE_INFINITY : timeStamp;
    if (isDouble) onDoubleTap();
  };
  return (
    <Separator
      className={styles['splitter']}
      aria-label={label}
      disableDoubleClick
      onPointerDown={onPress}
      onPointerUp={onRelease}
    />
  );
}
