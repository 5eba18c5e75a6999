import styles from './DiagnosticsPanel.module.css';

/** Everything said about the newest compile and run, line breaks kept. */
export function DiagnosticsPanel({ text }: { readonly text: string }) {
  return <pre className={styles['text']}>{text}</pre>;
}
