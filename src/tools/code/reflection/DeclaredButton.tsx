import type { DeclaredName } from '#core/plan/reflection/parameterRows.ts';
import styles from './ReflectionTables.module.css';

/** The declarations of what the tables name. */
export interface Declarations {
  /** Whether the sources declare it. */
  readonly has: (name: DeclaredName) => boolean;
  readonly reveal: (name: DeclaredName) => void;
}

interface DeclaredButtonProps {
  readonly declared: DeclaredName | null;
  readonly text: string;
  /** What precedes the text for those who do not see the row's place. */
  readonly parent?: string;
  readonly declarations: Declarations;
}

/** A name that leads to its declaration, if the sources have it. */
export function DeclaredButton(props: DeclaredButtonProps) {
  const { declared, text, parent = '', declarations } = props;
  if (!declared || !declarations.has(declared))
    return <span className={styles['text']}>{text}</span>;
  return (
    <button
      type="button"
      className={styles['link']}
      aria-label={parent === '' ? undefined : parent + text}
      title={`Go to the declaration of ${text}`}
      onClick={() => declarations.reveal(declared)}
    >
      {text}
    </button>
  );
}
