import styles from './Help.module.css';

interface ExampleProps {
  /** Names the example in the button's accessible name. */
  readonly name: string;
  readonly lines: readonly string[];
  readonly onOpen: () => void;
}

/** A few lines of a shader. Clicking opens the complete shader in the editor and runs it. */
export function Example({ name, lines, onOpen }: ExampleProps) {
  return (
    <div className={styles['example']}>
      <code className={styles['code']}>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an example never change
          <span key={index} data-attribute={line.startsWith('[') || undefined}>
            {line}
          </span>
        ))}
      </code>
      <button
        type="button"
        className={styles['open']}
        aria-label={`Open in the editor: the example of ${name}`}
        onClick={onOpen}
      >
        Open in the editor
      </button>
    </div>
  );
}
