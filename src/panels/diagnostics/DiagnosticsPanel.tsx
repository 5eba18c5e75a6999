import { useStore } from 'zustand';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './DiagnosticsPanel.module.css';

/** Everything said about the newest compile and run, line breaks kept. */
export function DiagnosticsPanel({ workspace }: { readonly workspace: Workspace }) {
  const text = useStore(workspace.store, (state) => state.diagnosticsText);
  return (
    // The text scrolls, so the keyboard has to reach it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region
    <pre className={styles['text']} tabIndex={0}>
      {text}
    </pre>
  );
}
