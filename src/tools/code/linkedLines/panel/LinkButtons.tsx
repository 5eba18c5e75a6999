import { useStore } from 'zustand';
import type { LinkSession } from '#tools/code/linkedLines/state.ts';
import { Button } from '#ui/Button.tsx';
import { StripesIcon } from '#ui/moreIcons.tsx';
import styles from './LinkButtons.module.css';

interface LinkButtonsProps {
  readonly session: LinkSession;
}

/** The buttons over the target code. */
export function LinkButtons({ session }: LinkButtonsProps) {
  const { lookup, colours } = useStore(session.store);
  return (
    <>
      {lookup.kind === 'failed' && (
        <span className={styles['note']} role="status" title={lookup.reason}>
          Lines not linked
        </span>
      )}
      <Button
        kind="icon"
        label="Colour by function"
        hint="Colour by function: stripes show which lines come from the same function"
        pressed={colours}
        onClick={session.toggleColours}
      >
        <StripesIcon />
      </Button>
    </>
  );
}
