import {
  COMPILE_TARGETS,
  compilesWholeProgram,
  isCompileTarget,
} from '#core/output/compileTarget.ts';
import type { SidesSession } from '#tools/code/changes/sideBySide/session/sidesSession.ts';
import type { OpenSides, SideName, SideVersion } from '#tools/code/changes/sideBySide/state.ts';
import { Select, type SelectOption } from '#ui/Select.tsx';
import styles from './SidesPanel.module.css';

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

/** Chooses the output of one side. */
export function SideBar({ session, name, state }: SideBarProps) {
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
