import type { ResourceProps } from '#tools/resources/kinds/kind.ts';
import { CrosshairIcon } from '#ui/icons.tsx';
import styles from './BufferView.module.css';

interface RowNameProps extends ResourceProps {
  readonly text: string;
  readonly index: number;
}

/** The row's index. If a thread runs for each element, it leads to the debugger. */
export function RowName({ text, index, entry, commands }: RowNameProps) {
  return (
    <>
      {entry.debuggedBy !== null && (
        <button
          type="button"
          className={styles['debug']}
          aria-label="Debug this thread"
          title={`Debug thread ${index} of ${entry.debuggedBy} (Ctrl+Enter)`}
          tabIndex={-1}
          onClick={() => commands.debugThread(index)}
        >
          <CrosshairIcon />
        </button>
      )}
      {text}
    </>
  );
}
