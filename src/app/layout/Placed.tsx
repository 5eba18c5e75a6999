import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './Placed.module.css';

/**
 * Content that keeps its state wherever a layout puts it: `content` is rendered once and always,
 * `place` at the one place where it is to be seen at the moment.
 */
export function usePlaced(node: ReactNode): {
  readonly content: ReactNode;
  readonly place: ReactNode;
} {
  const [host] = useState(() => {
    const element = document.createElement('div');
    element.className = styles['place'] ?? '';
    return element;
  });
  return { content: createPortal(node, host), place: <Place host={host} /> };
}

function Place({ host }: { readonly host: HTMLElement }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.append(host), [host]);
  return <div ref={place} className={styles['place']} />;
}
