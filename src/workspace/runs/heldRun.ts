import type { StoreApi } from 'zustand/vanilla';
import type { WorkspaceState } from '#workspace/state.ts';
import type { RunGate } from './runGate.ts';

/** What a person can decide about a run that was held back. */
export interface HeldRunControls {
  /** Runs the text, and remembers the origins if it was held back for them. */
  runHeld(): Promise<void>;
  /** Leaves it at that; Run asks again. */
  dropHeld(): void;
  /** To be called when the page goes out of sight or is left, and when it is seen again. */
  pageHidden(hidden: boolean): void;
}

export function createHeldRun(
  { getState, setState }: StoreApi<WorkspaceState>,
  gate: RunGate,
  run: () => Promise<void>,
): HeldRunControls {
  return {
    async runHeld() {
      const { held } = getState();
      setState({ held: null });
      if (held?.kind === 'origins') gate.allow(held.origins);
      await run();
    },
    dropHeld: () => setState({ held: null }),
    pageHidden: gate.crashRecord.pageHidden,
  };
}
