import { type RefObject, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { SidesSession } from '#tools/code/changes/sideBySide/session/sidesSession.ts';
import { type OpenSides, SIDES, type SideName } from '#tools/code/changes/sideBySide/state.ts';
import { createSidesView, type SidesView } from '#tools/code/changes/sideBySide/view/sidesView.ts';
import { SideBar } from './SideBar.tsx';
import { SideMessage } from './SideMessage.tsx';
import styles from './SidesPanel.module.css';

interface SidesPanelProps {
  readonly session: SidesSession;
}

/** “Compare outputs”, in the place of the changes. */
export function SidesPanel({ session }: SidesPanelProps) {
  const state = useStore(session.store);
  return state.kind === 'open' && <Sides session={session} state={state} />;
}

interface SidesProps extends SidesPanelProps {
  readonly state: OpenSides;
}

function Sides({ session, state }: SidesProps) {
  const parents = { left: useRef<HTMLDivElement>(null), right: useRef<HTMLDivElement>(null) };
  useSidesView(session, parents, state.shown);
  return (
    <section className={styles['sides']} aria-label="Compare outputs">
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
    </section>
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
