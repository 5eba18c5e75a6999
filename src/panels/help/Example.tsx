import styles from './Help.module.css';

interface ExampleProps {
  /** Says what it is an example of. */
  readonly name: string;
  /** What of it is shown. */
  readonly lines: readonly string[];
  readonly onOpen: () => void;
}

/** A few lines of a shader; a click opens the whole of it in the editor and runs it. */
export function Example({ name, lines, onOpen }: ExampleProps) {
  return (
    <button
      type="button"
      className={styles['example']}
      aria-label={`Open the example of ${name} in the editor`}
      onClick={onOpen}
    >
      <code className={styles['code']}>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an example never change
          <span key={index} data-attribute={line.startsWith('[') || undefined}>
            {line}
          </span>
        ))}
      </code>
      <span className={styles['open']} aria-hidden="true">
        Open in the editor
      </span>
    </button>
  );
}
