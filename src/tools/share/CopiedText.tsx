import { type ReactNode, useRef } from 'react';
import { Button } from '#ui/Button.tsx';
import { copyText } from '#ui/copyText.ts';
import styles from './ShareDialog.module.css';

interface CopiedTextProps {
  /** The accessible name. */
  readonly label: string;
  readonly text: string;
  /** Lines to show; one is a plain field. */
  readonly lines?: number;
  /** Hears whether it is on the clipboard. */
  readonly onCopied: (isCopied: boolean) => void;
  /** Beside the button. */
  readonly children?: ReactNode;
}

/** A text to copy. If the browser refuses the clipboard, it is selected, to be copied by hand. */
export function CopiedText({ label, text, lines = 1, onCopied, children }: CopiedTextProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const copy = async () => {
    const isCopied = await copyText(Promise.resolve(text));
    if (!isCopied) field.current?.focus();
    onCopied(isCopied);
  };
  return (
    <>
      <textarea
        ref={field}
        className={lines === 1 ? styles['line'] : styles['code']}
        aria-label={label}
        readOnly
        rows={lines}
        spellCheck={false}
        value={text}
        onFocus={(event) => event.target.select()}
      />
      <div className={styles['row']}>
        <Button disabled={text === ''} onClick={() => void copy()}>
          Copy
        </Button>
        {children}
      </div>
    </>
  );
}
