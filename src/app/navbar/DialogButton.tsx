import { type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';

interface DialogControls {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly opener: RefObject<HTMLElement | null>;
}

interface DialogButtonProps {
  /** Gets the button. */
  readonly ref?: RefObject<HTMLButtonElement | null>;
  /** The accessible name. */
  readonly label: string;
  readonly hint: string;
  readonly icon: ReactNode;
  /** Called from when the dialog was first asked for. */
  readonly children: (controls: DialogControls) => ReactNode;
}

/** A button that opens a dialog, which is loaded when it is first asked for. */
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
