import { useEffect, useRef } from 'react';
import { createSourceEditor, type SourceEditor } from '#editor/sourceEditor.ts';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './SourcePanel.module.css';

/** The source editor. It takes over each text that the workspace opens. */
export function SourcePanel({ workspace }: { readonly workspace: Workspace }) {
  const parent = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!parent.current) return;
    const { store } = workspace;
    const editor: SourceEditor = createSourceEditor({
      parent: parent.current,
      text: store.getState().opened.text,
      onEdit: workspace.sourceEdited,
    });
    const unsubscribe = store.subscribe(({ opened, revealed }, before) => {
      if (opened !== before.opened) editor.open(opened.text);
      if (revealed && revealed !== before.revealed) editor.reveal(revealed);
    });
    return () => {
      unsubscribe();
      editor.dispose();
    };
  }, [workspace]);

  return <div ref={parent} className={styles['editor']} />;
}
