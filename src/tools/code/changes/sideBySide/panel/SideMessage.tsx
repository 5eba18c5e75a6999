import { assertNever } from '#core/util/assertNever.ts';
import type { Side } from '#tools/code/changes/sideBySide/state.ts';
import { LongText } from '#ui/LongText.tsx';
import styles from './SidesPanel.module.css';

/** Why a side has no code, or none yet. */
export function SideMessage({ side: { choice, output } }: { readonly side: Side }) {
  switch (output.kind) {
    case 'ready':
      return null;
    case 'compiling':
      return <p className={styles['compiling']}>Compiling {choice.target}…</p>;
    case 'failed':
      return (
        <div className={styles['failed']} role="alert">
          <p>{output.message}</p>
          {output.log !== '' && <LongText text={output.log} wraps className={styles['log']} />}
        </div>
      );
    default:
      return assertNever(output);
  }
}
