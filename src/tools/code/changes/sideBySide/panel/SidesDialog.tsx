import { type RefObject, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { assertNever } from '#core/util/assertNever.ts';
import type { SidesSession } from '#tools/code/changes/sideBySide/session/sidesSession.ts';
import {
  areVersions,
  type OpenSides,
  SIDES,
  type SideName,
} from '#tools/code/changes/sideBySide/state.ts';
import { createSidesView, type SidesView } from '#tools/code/changes/sideBySide/view/sidesView.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { SwapIcon } from './icons.tsx';
import { SideBar } from './SideBar.tsx';
import { SideMessage } from './SideMessage.tsx';
import styles from './SidesDialog.module.css';

export interface SidesDialogProps {
  readonly session: SidesSession;
  /** Gets the focus back when the dialog closes. */
  readonly opener: RefObject<HTMLElement | null>;
}

/** The dialog “Compare outputs”. */
export function SidesDialog({ session, opener }: SidesDialogProps) {
  const state = useStore(session.store);
  const isOpen = state.kind === 'open';
  return (
    <Dialog title="Compare outputs" open={isOpen} onClose={session.close} opener={opener} wide>
      {isOpen && <Sides session={session} state={state} />}
    </Dialog>
  );
}

interface SidesProps {
  readonly session: SidesSession;
  readonly state: OpenSides;
}

function Sides({ session, state }: SidesProps) {
  const parents = { left: useRef<HTMLDivElement>(null), right: useRef<HTMLDivElement>(null) };
  useSidesView(session, parents, state.shown);
  return (
    <div className={styles['sides']}>
      <div className={styles['status']}>
        <p role="status">{progressText(state)}</p>
        <Button kind="small" hint="Swap the two sides" onClick={session.swap}>
          <SwapIcon />
          Swap sides
        </Button>
      </div>
      {SIDES.map((name) => (
        <section key={name} className={styles['side']} aria-label={NAMES[name]}>
          <SideBar session={session} name={name} state={state} />
          <SideMessage side={state[name]} />
          <div
            ref={parents[name]}
            className={styles['view']}
            data-output={state[name].output.kind}
            aria-busy={state[name].output.kind === 'compiling'}
          />
        </section>
      ))}
    </div>
  );
}

const NAMES = { left: 'Left output', right: 'Right output' } as const;

/** Creates both views with the dialog, and shows in them what there is. */
function useSidesView(
  session: SidesSession,
  parents: Readonly<Record<SideName, RefObject<HTMLDivElement | null>>>,
  shown: OpenSides['shown'],
): void {
  const view = useRef<SidesView>(null);
  const { left, right } = parents;
  useEffect(() => {
    if (!left.current || !right.current) return undefined;
    const created = createSidesView({
      parents: { left: left.current, right: right.current },
      labels: NAMES,
      onShowPrelude: session.showPrelude,
    });
    view.current = created;
    return created.dispose;
  }, [left, right, session]);
  useEffect(() => view.current?.show(shown), [shown]);
}

function progressText(state: OpenSides): string {
  const { progress } = state;
  switch (progress.kind) {
    case 'waiting':
      return waitingText(state);
    case 'aligning':
      return 'Looking for the lines that belong together…';
    case 'aligned':
      return alignedText(state);
    case 'failed':
      return `The lines could not be aligned: ${progress.reason}`;
    default:
      return assertNever(progress);
  }
}

function alignedText({ left, right, shown }: OpenSides): string {
  if (shown?.alignment.matches === 0) return 'No lines of the two outputs belong together.';
  if (!areVersions(left.choice, right.choice)) {
    return 'Lines from the same source line begin at the same height, unless their order differs.';
  }
  return left.choice.version === right.choice.version
    ? 'Both sides show the same output.'
    : 'Equal lines are at the same height. Lines that differ are marked.';
}

function waitingText(state: OpenSides): string {
  const compiled = SIDES.filter((name) => state[name].output.kind === 'compiling');
  const targets = new Set(compiled.map((name) => state[name].choice.target));
  if (targets.size > 0) return `Compiling ${[...targets].join(' and ')}…`;
  return 'An output is missing, so no lines are aligned.';
}
