import type { ReactNode } from 'react';
import styles from './Beside.module.css';

interface BesideProps {
  readonly children: ReactNode;
  /** Statistics and charts; false if there are none. */
  readonly aside: ReactNode;
}

/** Places an aside next to the content, or below it in narrow panels. */
export function Beside({ children, aside }: BesideProps) {
  return (
    <div className={styles['columns']}>
      <div className={styles['content']}>{children}</div>
      {aside && <div className={styles['aside']}>{aside}</div>}
    </div>
  );
}
