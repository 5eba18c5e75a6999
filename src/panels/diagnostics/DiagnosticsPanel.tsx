import { useStore } from 'zustand';
import { LongText } from '#ui/LongText.tsx';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './DiagnosticsPanel.module.css';

/** Everything said about the newest compile and run, line breaks kept. */
export function DiagnosticsPanel({ workspace }: { readonly workspace: Workspace }) {
  const text = useStore(workspace.store, (state) => state.diagnosticsText);
  return <LongText text={text} wraps className={styles['text']} />;
}
