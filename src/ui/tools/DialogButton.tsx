import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { addCommands } from '#ui/commands.ts';
import { Part } from '#ui/faults/Part.tsx';
import styles from './ButtonText.module.css';
import { dialogOpened } from './openDialogs.ts';

interface DialogControls {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly opener: RefObject<HTMLElement | null>;
  /** Where a command opened the dialog; null for its start. */
  readonly part: string | null;
}

export interface DialogKey {
  readonly key: string;
  readonly part: string;
}

interface DialogButtonProps {
  /** Set to the button element. */
  readonly ref?: RefObject<HTMLButtonElement | null>;
  /** The accessible name. */
  readonly label: string;
  readonly hint: string;
  readonly icon: ReactNode;
  /** Shown beside the icon on wide screens. */
  readonly text?: string;
  /** Lists the parts of the dialog that have a command. Has to be the same at each rendering. */
  readonly parts?: () => Promise<readonly string[]>;
  /** Opens a part of the dialog wherever the key is not text. */
  readonly shortcut?: DialogKey | undefined;
  /** Renders the dialog, from the first press on. */
  readonly children: (controls: DialogControls) => ReactNode;
}

/** A button and commands that open a dialog, whose script loads at the first press. */
export function DialogButton(props: DialogButtonProps) {
  const { ref, label, hint, icon, text, parts, shortcut, children } = props;
  const own = useRef<HTMLButtonElement>(null);
  const opener = ref ?? own;
  const [open, setOpen] = useState(false);
  const [loaded, setLoaded] = useState(false);
  const [part, setPart] = useState<string | null>(null);
  const show = useCallback((at: string | null) => {
    setPart(at);
    setLoaded(true);
    setOpen(true);
  }, []);
  useEffect(
    () =>
      addCommands(async () => [
        { id: label, title: hint, group: 'Page', run: () => show(null) },
        ...((await parts?.()) ?? []).map((each) => ({
          id: `${label}: ${each}`,
          title: `${label}: ${each}`,
          group: 'Help' as const,
          run: () => show(each),
        })),
      ]),
    [label, hint, parts, show],
  );
  useEffect(() => {
    if (!shortcut) return undefined;
    const onKeyDown = ({ key, target }: KeyboardEvent) => {
      if (key === shortcut.key && !isTextField(target)) show(shortcut.part);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [shortcut, show]);
  useEffect(() => (open ? dialogOpened(() => setOpen(false)) : undefined), [open]);
  return (
    <>
      <Button
        ref={opener}
        kind={text === undefined ? 'icon' : 'plain'}
        label={label}
        hint={hint}
        opens="dialog"
        onClick={() => show(null)}
      >
        {icon}
        {text !== undefined && <span className={styles['wideText']}>{text}</span>}
      </Button>
      {loaded && (
        <Part name={label} open={open} onClose={() => setOpen(false)}>
          {children({ open, onClose: () => setOpen(false), opener, part })}
        </Part>
      )}
    </>
  );
}

function isTextField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable]') !== null
  );
}
