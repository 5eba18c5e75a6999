import { useStore } from 'zustand';
import { LongText } from '#ui/LongText.tsx';
import type { Message } from '#workspace/messages.ts';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './DiagnosticsPanel.module.css';

/**
 * All messages of the newest compile and run, with their line breaks. The compiler's own output is
 * folded while the problem list above says the same.
 */
export function DiagnosticsPanel({ workspace }: { readonly workspace: Workspace }) {
  const messages = useStore(workspace.store, (state) => state.messages);
  const isListed = useStore(workspace.store, (state) => state.diagnostics.length > 0);
  const sections = sectionsOf(messages, isListed);
  return (
    <div className={styles['panel']}>
      {sections.map(({ isFolded, texts }, index) => {
        const end = index < sections.length - 1 ? '\n' : '';
        const text = <LongText text={texts.join('\n') + end} wraps className={styles['text']} />;
        // biome-ignore lint/suspicious/noArrayIndexKey: a section is its position in the text
        if (!isFolded) return <div key={index}>{text}</div>;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a section is its position in the text
          <details key={index}>
            {/* A label, not text: the panel's text content must be only the messages. */}
            <summary className={styles['summary']} aria-label="Compiler output" />
            {text}
          </details>
        );
      })}
    </div>
  );
}

interface Section {
  readonly isFolded: boolean;
  readonly texts: string[];
}

/**
 * Groups the messages, in order, into sections of adjacent messages that are all folded or all not.
 */
function sectionsOf(messages: readonly Message[], foldsOutput: boolean): Section[] {
  const sections: Section[] = [];
  for (const { about, text } of messages) {
    const isFolded = foldsOutput && about === 'compiler output';
    const last = sections.at(-1);
    if (last?.isFolded === isFolded) last.texts.push(text);
    else sections.push({ isFolded, texts: [text] });
  }
  return sections;
}
