import { createDisposer } from '#core/util/disposer.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { FrameObservers } from '#engine/gpu/frameObserver.ts';
import { shownRun } from '#workspace/runState.ts';
import { BAD_END_TEXTS } from '#workspace/runs/heldRunTexts.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { runOf } from './apiState.ts';

interface RunContext {
  readonly workspace: Pick<Workspace, 'store' | 'run' | 'onFrame'>;
  readonly observers: Pick<FrameObservers, 'newest'>;
}

/** How long to wait for a start or a first frame (ms): a hidden page draws none. */
const LONGEST_START = 10_000;
/**
 * How long to wait after the first frame for printed text (ms): most programs that can print may
 * print nothing.
 */
const LONGEST_PRINT = 500;

const NO_FRAME =
  'The shader runs, but has drawn no frame within 10 seconds. Make the page visible, then run again.';

/**
 * Runs the project. Succeeds once it has drawn or printed, or has failed; otherwise fails with a
 * sentence.
 */
export async function runProject({ workspace, observers }: RunContext): Promise<Result<void>> {
  const { store } = workspace;
  const before = observers.newest()?.descriptor;
  const hasDrawn = () => {
    const newest = observers.newest();
    return newest !== null && newest.descriptor !== before;
  };
  await workspace.run();
  await until(workspace, LONGEST_START, () => runOf(store.getState()) !== 'starting');
  const { held } = store.getState();
  if (held) return fail(whyHeld(held));
  const isOver = () => !['playing', 'paused'].includes(runOf(store.getState()));
  const isThere = await until(workspace, LONGEST_START, () => isOver() || hasDrawn());
  if (!isThere) return fail(NO_FRAME);
  const { outputs } = shownRun(store.getState());
  if (!isOver() && !outputs.includes('image')) {
    await until(workspace, LONGEST_PRINT, () => shownRun(store.getState()).printed !== '');
  }
  return ok(undefined);
}

function whyHeld(held: NonNullable<ReturnType<Workspace['store']['getState']>['held']>): string {
  return held.kind === 'origins'
    ? `The shader was not started: it would load from ${held.origins.join(', ')}. Allow it on the page.`
    : `${BAD_END_TEXTS[held.badEnd]} Run it on the page.`;
}

/**
 * Waits until `isSo` returns true; resolves to false after the time limit. Checks on each store
 * change and frame.
 */
export function until(
  { store, onFrame }: Pick<Workspace, 'store' | 'onFrame'>,
  milliseconds: number,
  isSo: () => boolean,
): Promise<boolean> {
  if (isSo()) return Promise.resolve(true);
  return new Promise((resolve) => {
    const watching = createDisposer();
    const end = (so: boolean) => {
      watching.dispose();
      resolve(so);
    };
    const look = () => {
      if (!watching.disposed && isSo()) end(true);
    };
    const timer = setTimeout(() => end(false), milliseconds);
    watching.add(() => clearTimeout(timer));
    watching.add(store.subscribe(look));
    watching.add(onFrame(look));
  });
}
