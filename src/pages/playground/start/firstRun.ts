import { smallScreen } from '#pages/playground/browser/smallScreen.ts';
import { openingView } from '#pages/playground/layout/smallScreenView.ts';
import { isRunning, outputsOf } from '#workspace/runState.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import type { PageStart } from './pageStart.ts';

/**
 * Resolves once a first frame was shown, or it is certain that none will come soon: on a small
 * screen that opens with the source, nothing is drawn until it shows the results.
 */
export function afterFirstRun(workspace: Workspace, { firstFrame }: PageStart): Promise<void> {
  const isHopeless = (state: WorkspaceState) =>
    hasNothingToShow(state) ||
    (smallScreen.matches && isRunning(state) && openingView(workspace) === 'source');
  return unlessHopeless(firstFrame, workspace.store, isHopeless);
}

/** Resolves once the compiler has answered for the first time, or could not be started. */
export function afterFirstAnswer(
  { store }: Pick<Workspace, 'store'>,
  { compilerAnswered }: PageStart,
): Promise<void> {
  const hasFailed = ({ compiler }: WorkspaceState) => compiler.kind === 'failed';
  return unlessHopeless(compilerAnswered, store, hasFailed);
}

/** Milliseconds for what the compiler's first answer changes on the page. */
const SETTLING_TIME = 2000;

/** Resolves once the page has started, and has had time to show it. */
export async function untilQuiet(
  workspace: Pick<Workspace, 'store'>,
  start: PageStart,
): Promise<void> {
  await afterFirstAnswer(workspace, start);
  await new Promise<void>((resolve) => setTimeout(resolve, SETTLING_TIME));
}

/** Waits for the event until the store is in a state without hope of it. */
function unlessHopeless(
  event: Promise<void>,
  store: Workspace['store'],
  isHopeless: (state: WorkspaceState) => boolean,
): Promise<void> {
  if (isHopeless(store.getState())) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      unsubscribe();
      resolve();
    };
    const unsubscribe = store.subscribe((state) => {
      if (isHopeless(state)) end();
    });
    void event.then(end);
  });
}

function hasNothingToShow({ compilation, run }: WorkspaceState): boolean {
  return compilation.kind === 'done' && (run.kind === 'idle' || run.kind === 'failed');
}

/** Whether it is known what the first run shows, or that nothing can run. */
export function isFirstRunKnown(state: WorkspaceState): boolean {
  return state.gpu.kind === 'unavailable' || outputsOf(state).length > 0 || hasNothingToShow(state);
}

/** How long the interface waits for the first run to be on its way, in milliseconds. */
const HEAD_START = 300;

/** How long it then waits for the first frame, in milliseconds. */
const PATIENCE = 400;

/**
 * Resolves once the graphics device builds what the first run executes, which leaves a processor to
 * the page. It waits only a moment for runs that take longer to get there.
 *
 * @returns whether a first frame is to be expected soon
 */
export function pipelinesUnderWay({ store }: Workspace): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (underWay: boolean) => {
      unsubscribe();
      clearTimeout(timer);
      resolve(underWay);
    };
    const unsubscribe = store.subscribe((state) => {
      if (isFirstRunKnown(state)) end(outputsOf(state).length > 0);
    });
    const timer = setTimeout(end, HEAD_START, false);
  });
}

/** Resolves once the first run has shown something, but does not wait for long. */
export function firstFrameShown(workspace: Workspace, start: PageStart): Promise<void> {
  const patience = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE));
  return Promise.race([afterFirstRun(workspace, start), patience]);
}
