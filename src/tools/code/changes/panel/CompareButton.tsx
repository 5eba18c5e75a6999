import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { messageOf } from '#core/util/errors.ts';
import { SidesIcon } from '#tools/code/changes/sideBySide/panel/icons.tsx';
import type { SidesDialogProps } from '#tools/code/changes/sideBySide/panel/SidesDialog.tsx';
import type { SidesSession } from '#tools/code/changes/sideBySide/session/sidesSession.ts';
import { Button } from '#ui/Button.tsx';
import { Part } from '#ui/faults/Part.tsx';

/** Opens two outputs side by side. The dialog's script loads at the first press. */
export function CompareButton({ session }: { readonly session: SidesSession }) {
  const isOpen = useStore(session.store, ({ kind }) => kind === 'open');
  const button = useRef<HTMLButtonElement>(null);
  const [loaded, setLoaded] = useState<LoadedDialog | null>(null);
  useEffect(() => {
    if (!isOpen || loaded?.kind === 'dialog') return undefined;
    let isOver = false;
    void loadDialog().then((next) => {
      if (isOver) return;
      setLoaded(next);
      if (next.kind === 'failed') session.close();
    });
    return () => {
      isOver = true;
    };
  }, [isOpen, loaded, session]);
  return (
    <>
      <Button
        ref={button}
        kind="icon"
        label="Compare outputs"
        hint="Compare outputs side by side"
        opens="dialog"
        onClick={session.open}
      >
        <SidesIcon />
      </Button>
      {loaded?.kind === 'dialog' && (
        <Part name="“Compare outputs”" onClose={session.close}>
          <loaded.Dialog session={session} opener={button} />
        </Part>
      )}
      {loaded?.kind === 'failed' && <span role="alert">{loaded.reason}</span>}
    </>
  );
}

type LoadedDialog =
  | { readonly kind: 'dialog'; readonly Dialog: ComponentType<SidesDialogProps> }
  | { readonly kind: 'failed'; readonly reason: string };

async function loadDialog(): Promise<LoadedDialog> {
  try {
    const { SidesDialog } = await import('#tools/code/changes/sideBySide/panel/SidesDialog.tsx');
    return { kind: 'dialog', Dialog: SidesDialog };
  } catch (thrown) {
    const reason = `The comparison could not be loaded: ${messageOf(thrown)} Reload the page to try again.`;
    return { kind: 'failed', reason };
  }
}
