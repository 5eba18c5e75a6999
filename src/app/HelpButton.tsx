import { lazy, Suspense, useRef, useState } from 'react';
import { version } from '#generated/slang/compiler.json';
import type { HelpDialogProps } from '#panels/help/HelpDialog.tsx';
import { messageOf } from '#shared/errors.ts';
import { Button } from '#ui/Button.tsx';
import { HelpIcon } from '#ui/icons.tsx';
import styles from './HelpButton.module.css';

const HelpDialog = lazy(async () => {
  try {
    return { default: (await import('#panels/help/HelpDialog.tsx')).HelpDialog };
  } catch (thrown) {
    return { default: unavailableHelp(messageOf(thrown)) };
  }
});

/** Opens Help, which is loaded when it is first asked for. */
export function HelpButton({ onOpenExample }: Pick<HelpDialogProps, 'onOpenExample'>) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [loaded, setLoaded] = useState(false);
  const show = () => {
    setLoaded(true);
    setOpen(true);
  };
  return (
    <>
      <Button ref={button} kind="icon" label="Help" hint="Help" opens="dialog" onClick={show}>
        <HelpIcon />
      </Button>
      {loaded && (
        <Suspense fallback={null}>
          <HelpDialog
            open={open}
            onClose={() => setOpen(false)}
            opener={button}
            compilerVersion={version}
            onOpenExample={onOpenExample}
          />
        </Suspense>
      )}
    </>
  );
}

/** In the place of Help where its script could not be had: a browser may refuse to ask twice. */
function unavailableHelp(reason: string) {
  return function HelpUnavailable({ open, onClose }: HelpDialogProps) {
    if (!open) return null;
    return (
      <div className={styles['unavailable']} role="alert">
        <p>Help could not be loaded: {reason} Reload the page to try again.</p>
        <Button onClick={onClose}>Close</Button>
      </div>
    );
  };
}
