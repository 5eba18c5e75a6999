import { bytesText } from '#core/util/bytesText.ts';
import type { Preview } from '#tools/export/session/exportState.ts';
import styles from './FilePreview.module.css';

/** UTF-16 units. More takes long to lay out. */
const MAX_LENGTH = 20_000;

interface FilePreviewProps {
  readonly preview: Preview;
}

/** The beginning of a text, or the files of an archive. */
export function FilePreview({ preview }: FilePreviewProps) {
  if (preview.kind === 'none') return null;
  if (preview.kind === 'text') {
    const { text, isWhole } = preview;
    return (
      <section className={styles['preview']} aria-label="Preview">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
        <pre className={styles['text']} tabIndex={0}>
          {text.slice(0, MAX_LENGTH)}
        </pre>
        {(!isWhole || text.length > MAX_LENGTH) && (
          <p className={styles['note']}>This is the beginning. The file has the rest.</p>
        )}
      </section>
    );
  }
  return (
    <section className={styles['preview']} aria-label="Preview">
      <ul className={styles['files']}>
        {preview.files.map(({ path, bytes }) => (
          <li key={path}>
            <span className={styles['path']}>{path}</span>{' '}
            <span className={styles['size']}>{bytesText(bytes)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
