import { smallScreen } from '#pages/playground/browser/smallScreen.ts';
import { openingView } from '#pages/playground/layout/smallScreenView.ts';
import { isRunning, outputsOf } from '#workspace/runState.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';

/**
 * Resolves once a first frame has been shown, or once it is certain that none will come soon: on a
 * small screen that opens with the source, nothing is drawn until the user switches to the results.
 */
export function afterFirstRun(workspace: Workspace, { firstFrame }: PageStart): Promise<void> {
  const isHopeless = (state: WorkspaceState) =>
    hasNothingToShow(state) ||
    (smallScreen.matches && isRunning(state) && openingView(workspace) === 'source');
  return unlessHopeless(firstFrame, workspace.store, isHopeless);
}

/** Resolves once the compiler has returned its first result, or failed to start. */
export function afterFirstAnswer(
  { store }: Pick<Workspace, 'store'>,
  { compilerAnswered }: PageStart,
): Promise<void> {
  const hasFailed = ({ compiler }: WorkspaceState) => compiler.kind === 'failed';
  return unlessHopeless(compilerAnswered, store, hasFailed);
}

/** Time for the page to update after the first compile result, in milliseconds. */
const SETTLING_TIME = 2000;

/** Resolves once the page has started and has had time to update. */
export async function untilQuiet(
  workspace: Pick<Workspace, 'store'>,
  start: PageStart,
): Promise<void> {
  await afterFirstAnswer(workspace, start);
  await new Promise<void>((resolve) => setTimeout(resolve, SETTLING_TIME));
}

/** Resolves on the event, or once the store's state makes the event impossible. */
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

/** Whether the first run's outputs are known, or nothing can run. */
export function isFirstRunKnown(state: WorkspaceState): boolean {
  return state.gpu.kind === 'unavailable' || outputsOf(state).length > 0 || hasNothingToShow(state);
}

/** How long the interface waits for the first run to get under way, in milliseconds. */
const HEAD_START = 300;

/** How long it then waits for the first frame, in milliseconds. */
const PATIENCE = 400;

/**
 * Resolves once the GPU builds the first run's pipelines, which leaves a processor free for the
 * page. Waits only briefly for runs that take longer to get there.
 *
 * @returns whether to expect a first frame soon
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

/** Resolves once the first run has shown something, or after a short wait. */
export function firstFrameShown(workspace: Workspace, start: PageStart): Promise<void> {
  const patience = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE));
  return Promise.race([afterFirstRun(workspace, start), patience]);
}

/** A page's first events, which other work waits for. */
export interface PageStart {
  /** Resolves when the GPU has drawn the first frame; may never resolve. */
  readonly firstFrame: Promise<void>;
  /** Resolves when the compiler has returned its first result; may never resolve. */
  readonly compilerAnswered: Promise<void>;
}

/** Reports the events above. Only the first call of each counts. */
export interface PageStartReports {
  frameDrawn(): void;
  compilerAnswered(): void;
}

export function createPageStart(): { start: PageStart; reports: PageStartReports } {
  const [firstFrame, frameDrawn] = createEvent();
  const [answered, compilerAnswered] = createEvent();
  return {
    start: { firstFrame, compilerAnswered: answered },
    reports: { frameDrawn, compilerAnswered },
  };
}

function createEvent(): readonly [Promise<void>, () => void] {
  let happen: () => void = () => {};
  const event = new Promise<void>((resolve) => {
    happen = resolve;
  });
  return [event, happen];
}
