import { type RefObject, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import {
  COMPILE_TARGETS,
  compilesWholeProgram,
  isCompileTarget,
} from '#core/output/compileTarget.ts';
import { assertNever } from '#core/util/assertNever.ts';
import type { SidesSession } from '#tools/code/changes/sideBySide/session/sidesSession.ts';
import {
  type OpenSides,
  SIDES,
  type Side,
  type SideName,
  type SideVersion,
} from '#tools/code/changes/sideBySide/state.ts';
import { createSidesView, type SidesView } from '#tools/code/changes/sideBySide/view/sidesView.ts';
import { LongText } from '#ui/LongText.tsx';
import { Select, type SelectOption } from '#ui/Select.tsx';
import styles from './SidesPanel.module.css';

interface SidesPanelProps {
  readonly session: SidesSession;
}

/** “Compare outputs”, shown in place of the changes. */
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

/** Why a side has no code, or no code yet. */
function SideMessage({ side: { choice, output } }: { readonly side: Side }) {
  switch (output.kind) {
    case 'ready':
      return null;
    case 'compiling':
      return <p className={styles['compiling']}>Compiling {choice.target}…</p>;
    case 'failed':
      return (
        <div className={styles['failed']} role="alert">
          <p>{output.message}</p>
          {output.log !== '' && <LongText text={output.log} wraps className={styles['log']} />}
        </div>
      );
    default:
      return assertNever(output);
  }
}

interface SideBarProps {
  readonly session: SidesSession;
  readonly name: SideName;
  readonly state: OpenSides;
}

const TARGET_OPTIONS = COMPILE_TARGETS.map((target) => ({ value: target, text: target }));
const NOW: SelectOption = { value: 'now', text: 'now' };
const BEFORE: SelectOption = { value: 'before', text: 'before the last edit' };
const ALL_ENTRY_POINTS: SelectOption = { value: 'all', text: 'all entry points' };
const NO_ENTRY_POINT: SelectOption = { value: 'none', text: 'no entry point' };

function SideBar({ session, name, state }: SideBarProps) {
  const { choice } = state[name];
  const label = name === 'left' ? 'Left' : 'Right';
  const versions = session.hasPrevious(choice) ? [NOW, BEFORE] : [NOW];
  return (
    <div className={styles['bar']}>
      <Select
        label={`${label} target`}
        value={choice.target}
        options={TARGET_OPTIONS}
        onChange={(target) => isCompileTarget(target) && session.choose(name, { target })}
      />
      {compilesWholeProgram(choice.target) ? (
        <Select
          label={`${label} entry point`}
          hint={`${choice.target} compiles all entry points together.`}
          value={ALL_ENTRY_POINTS.value}
          options={[ALL_ENTRY_POINTS]}
          onChange={() => {}}
        />
      ) : (
        <Select
          label={`${label} entry point`}
          value={choice.entryPoint ?? NO_ENTRY_POINT.value}
          options={entryPointOptions(state.entryPoints)}
          onChange={(entryPoint) => session.choose(name, { entryPoint })}
        />
      )}
      <Select
        label={`${label} version`}
        hint={
          versions.length === 1
            ? 'There is no earlier version: nothing was edited and compiled since this output was first compiled.'
            : 'Of the current source, or of the one before the last edit'
        }
        value={choice.version}
        options={versions}
        onChange={(version) => session.choose(name, { version: versionOf(version) })}
      />
    </div>
  );
}

function entryPointOptions(entryPoints: readonly string[]): readonly SelectOption[] {
  return entryPoints.length === 0
    ? [NO_ENTRY_POINT]
    : entryPoints.map((entryPoint) => ({ value: entryPoint, text: entryPoint }));
}

function versionOf(value: string): SideVersion {
  return value === 'before' ? 'before' : 'now';
}
