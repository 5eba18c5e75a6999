import { useStore } from 'zustand';
import { LongText } from '#ui/LongText.tsx';
import { diagnosticsText } from '#workspace/messages.ts';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './DiagnosticsPanel.module.css';

/** All messages of the newest compile and run, with their line breaks. */
export function DiagnosticsPanel({ workspace }: { readonly workspace: Workspace }) {
  const text = useStore(workspace.store, diagnosticsText);
  return <LongText text={text} wraps className={styles['text']} />;
}
