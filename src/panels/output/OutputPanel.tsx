import { useStore } from 'zustand';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { ClearIcon } from '#ui/icons.tsx';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './OutputPanel.module.css';

/**
 * What the shader printed, line breaks kept. The text is the panel's whole text content: the
 * buttons have icons only, and the hint of an empty panel comes from the style sheet.
 */
export function OutputPanel({ workspace }: { readonly workspace: Workspace }) {
  const printed = useStore(workspace.store, (state) => state.printed);
  return (
    <div className={styles['output']}>
      <pre className={styles['text']}>{printed}</pre>
      <div className={styles['actions']}>
        <CopyButton label="Copy output" text={() => workspace.store.getState().printed} />
        <Button
          kind="icon"
          label="Clear output"
          hint="Clear output"
          onClick={workspace.clearOutput}
        >
          <ClearIcon />
        </Button>
      </div>
    </div>
  );
}
