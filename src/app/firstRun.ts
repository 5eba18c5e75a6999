import { isRunning, type WorkspaceState } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { onMark } from './onMark.ts';
import { smallScreen } from './smallScreen.ts';

/**
 * Calls `callback` once a first frame was shown, or it is certain that none will come. On a small
 * screen, which shows the source first and draws nothing until it shows the results, a run that is
 * ready to draw is enough.
 */
export function afterFirstRun(workspace: Workspace, callback: () => void): void {
  let over = false;
  const end = () => {
    if (over) return;
    over = true;
    forgetMark();
    unsubscribe();
    callback();
  };
  const forgetMark = onMark('playground:first-frame', end);
  const unsubscribe = workspace.store.subscribe((state) => {
    if (hasNothingToShow(state) || (smallScreen.matches && isRunning(state))) end();
  });
}

function hasNothingToShow({ compilation, run }: WorkspaceState): boolean {
  return compilation.kind === 'done' && (run.kind === 'idle' || run.kind === 'failed');
}

/** How long the interface waits for the first run to be on its way, in milliseconds. */
const HEAD_START = 300;

/**
 * Resolves once the graphics device builds what the first run executes: the interface is made
 * meanwhile, by another processor. It waits only a moment for runs that take longer to get there.
 */
export function pipelinesUnderWay({ store }: Workspace): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      unsubscribe();
      clearTimeout(timer);
      resolve();
    };
    const unsubscribe = store.subscribe((state) => {
      if (state.outputTypes.length > 0 || hasNothingToShow(state)) end();
    });
    const timer = setTimeout(end, HEAD_START);
  });
}

/** How long panels wait for a first frame that has to wait for the compiler, in milliseconds. */
const PATIENCE = 800;

let letThrough: () => void = () => {};
const gate = new Promise<void>((resolve) => {
  letThrough = resolve;
});

/** Opens the gate of {@link behindFirstFrame} once this workspace has shown something. */
export function openGateAfterFirstRun(workspace: Workspace): void {
  afterFirstRun(workspace, letThrough);
  setTimeout(letThrough, PATIENCE);
}

/** Imports what is not part of the first picture once that is there, so as not to delay it. */
export async function behindFirstFrame<Module>(load: () => Promise<Module>): Promise<Module> {
  await gate;
  return load();
}
