import { useStore } from 'zustand';
import { COMPILE_TARGETS, compilesWholeProgram, isCompileTarget } from '#program/compileTarget.ts';
import { Button } from '#ui/Button.tsx';
import { Select } from '#ui/Select.tsx';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './CompileControls.module.css';
import { useOverdue } from './useOverdue.ts';

/** A compile that takes longer than this, in milliseconds, can be cancelled. */
const CANCEL_AFTER = 1000;

const TARGET_OPTIONS = COMPILE_TARGETS.map((target) => ({ value: target, text: target }));

/** What to compile to, the entry point where the target needs one, and Compile or Cancel. */
export function CompileControls({ workspace }: { readonly workspace: Workspace }) {
  const target = useStore(workspace.store, (state) => state.target);
  const compilation = useStore(workspace.store, (state) => state.compilation);
  const overdue = useOverdue(
    compilation.kind === 'compiling' ? compilation.since : null,
    CANCEL_AFTER,
  );
  return (
    <div className={styles['controls']}>
      <Select
        label="Target"
        value={target}
        options={TARGET_OPTIONS}
        onChange={(value) => {
          if (isCompileTarget(value)) workspace.selectTarget(value);
        }}
      />
      {!compilesWholeProgram(target) && <EntryPointSelect workspace={workspace} />}
      <Button
        label="Compile"
        hint={`Compile to ${target} (Ctrl+B)`}
        onClick={() => void workspace.compile()}
      >
        Compile
      </Button>
      {overdue && (
        <Button hint="Stop the compile that is running" onClick={workspace.cancelCompile}>
          Cancel
        </Button>
      )}
    </div>
  );
}

function EntryPointSelect({ workspace }: { readonly workspace: Workspace }) {
  const entryPoints = useStore(workspace.store, (state) => state.entryPoints);
  const entryPoint = useStore(workspace.store, (state) => state.entryPoint);
  return (
    <Select
      label="Entrypoint"
      placeholder="No entry point"
      value={entryPoint}
      options={entryPoints.map(({ name, stage }) => ({ value: name, text: `${name} · ${stage}` }))}
      onChange={workspace.selectEntryPoint}
      onFocus={workspace.refreshEntryPoints}
    />
  );
}
