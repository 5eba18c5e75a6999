import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './Placed.module.css';

/**
 * Content that keeps its state when the layout moves it: render `content` once and always, and
 * `place` where the content should appear.
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
