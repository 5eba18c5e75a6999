import { useStore } from 'zustand';
import {
  COMPILE_TARGETS,
  compilesWholeProgram,
  isCompileTarget,
} from '#core/output/compileTarget.ts';
import { Button } from '#ui/Button.tsx';
import { Select } from '#ui/Select.tsx';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './Navbar.module.css';

const TARGET_OPTIONS = COMPILE_TARGETS.map((target) => ({ value: target, text: target }));

interface CompileControlsProps {
  readonly workspace: Workspace;
  readonly onCompile: () => void;
}

/** The target, its profile and entry point if any, and the Compile button. */
export function CompileControls({ workspace, onCompile }: CompileControlsProps) {
  const target = useStore(workspace.store, (state) => state.target);
  return (
    <div className={styles['controls']}>
      <Select
        label="Target"
        hint="Target of Compile. Run always uses WGSL"
        value={target}
        options={TARGET_OPTIONS}
        onChange={(value) => {
          if (isCompileTarget(value)) workspace.selectTarget(value);
        }}
      />
      <ProfileSelect workspace={workspace} />
      {!compilesWholeProgram(target) && <EntryPointSelect workspace={workspace} />}
      <Button label="Compile" hint={`Compile to ${target} (Ctrl+B)`} onClick={onCompile}>
        Compile
      </Button>
    </div>
  );
}

/** Hidden if the target has no profiles. */
function ProfileSelect({ workspace }: { readonly workspace: Workspace }) {
  const profiles = useStore(workspace.store, (state) => state.profiles);
  const profile = useStore(workspace.store, (state) => state.profile);
  if (profiles.length === 0) return null;
  return (
    <Select
      label="Profile"
      value={profile}
      options={profiles.map((name) => ({ value: name, text: name }))}
      onChange={workspace.selectProfile}
    />
  );
}

function EntryPointSelect({ workspace }: { readonly workspace: Workspace }) {
  const entryPoints = useStore(workspace.store, (state) => state.entryPoints);
  const entryPoint = useStore(workspace.store, (state) => state.entryPoint);
  return (
    <Select
      label="Entrypoint"
      placeholder="No entry point"
      hint="Choose the entry point to compile for this target"
      value={entryPoint}
      options={entryPoints.map(({ name, stage }) => ({ value: name, text: `${name} · ${stage}` }))}
      onChange={workspace.selectEntryPoint}
      onFocus={workspace.refreshEntryPoints}
    />
  );
}
