import { useStore } from 'zustand';
import { Button } from '#ui/Button.tsx';
import { LiveIcon } from '#ui/icons.tsx';
import type { Workspace } from '#workspace/workspace.ts';

/** Turns live mode on and off. */
export function LiveButton({ workspace }: { readonly workspace: Workspace }) {
  const live = useStore(workspace.store, (state) => state.live);
  return (
    <Button
      label="Live"
      kind="switch"
      hint={
        live
          ? 'Live mode is on. Click to update only on Run (Shift+F5)'
          : 'Update the running shader as you type (Shift+F5)'
      }
      pressed={live}
      onClick={() => workspace.setLive(!live)}
    >
      <LiveIcon />
      Live
    </Button>
  );
}
