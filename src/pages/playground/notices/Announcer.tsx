import { useState } from 'react';
import { useStore } from 'zustand';
import type { WorkspaceState } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';

/** Announces the outcome of compiles, and live mode, to screen readers. */
export function Announcer({ workspace }: { readonly workspace: Workspace }) {
  const outcome = useStore(workspace.store, outcomeOf);
  const live = useStore(workspace.store, (state) => state.live);
  const [told, setTold] = useState('');
  if (outcome !== null && outcome !== told) setTold(outcome);
  return (
    <>
      <div className="visually-hidden" aria-live="polite">
        {outcome ?? told}
      </div>
      <div className="visually-hidden" aria-live="polite">
        {live ? 'Live is on.' : ''}
      </div>
    </>
  );
}

/**
 * The outcome to announce. It is empty during a compile that the user asked for, so that an equal
 * outcome is announced again; it is null during live mode's compiles, so that only a different
 * outcome is announced.
 */
function outcomeOf({ compilation, diagnostics }: WorkspaceState): string | null {
  if (compilation.kind === 'compiling' && compilation.live) return null;
  if (compilation.kind !== 'done') return '';
  const { target, succeeded } = compilation;
  const found = diagnostics.length === 1 ? '1 problem' : `${diagnostics.length} problems`;
  if (!succeeded && diagnostics.length === 0) return `Compiling to ${target} failed.`;
  if (!succeeded) return `Compiling to ${target} failed: ${found}.`;
  return diagnostics.length === 0 ? `Compiled to ${target}.` : `Compiled to ${target}, ${found}.`;
}
