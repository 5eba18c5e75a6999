import { BEGINNINGS } from '#core/slang/beginnings/beginnings.ts';
import { Button } from '#ui/Button.tsx';
import styles from './EmptySource.module.css';

interface EmptySourceProps {
  readonly onBegin: (text: string) => void;
}

/** Offers short programs to start from, over an empty editor that still accepts text. */
export function EmptySource({ onBegin }: EmptySourceProps) {
  return (
    <section className={styles['beginnings']} aria-label="Start with a short shader">
      <p>Start with a short shader, or write your own.</p>
      <div className={styles['buttons']}>
        {BEGINNINGS.map(({ name, summary, text }) => (
          <Button key={name} hint={summary} onClick={() => onBegin(text)}>
            {name}
          </Button>
        ))}
      </div>
    </section>
  );
}
