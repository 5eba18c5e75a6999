import { type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';

interface DialogControls {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly opener: RefObject<HTMLElement | null>;
}

interface DialogButtonProps {
  /** Set to the button element. */
  readonly ref?: RefObject<HTMLButtonElement | null>;
  /** The accessible name. */
  readonly label: string;
  readonly hint: string;
  readonly icon: ReactNode;
  /** Renders the dialog, from the first press on. */
  readonly children: (controls: DialogControls) => ReactNode;
}

/** A button that opens a dialog, whose script loads at the first press. */
export function DialogButton({ ref, label, hint, icon, children }: DialogButtonProps) {
  const own = useRef<HTMLButtonElement>(null);
  const opener = ref ?? own;
  const [open, setOpen] = useState(false);
  const [loaded, setLoaded] = useState(false);
  const show = () => {
    setLoaded(true);
    setOpen(true);
  };
  return (
    <>
      <Button ref={opener} kind="icon" label={label} hint={hint} opens="dialog" onClick={show}>
        {icon}
      </Button>
      {loaded && (
        <Suspense fallback={null}>
          {children({ open, onClose: () => setOpen(false), opener })}
        </Suspense>
      )}
    </>
  );
}
