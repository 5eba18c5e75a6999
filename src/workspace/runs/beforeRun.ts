import type { Dispose } from '#core/util/disposer.ts';

/** Work that a part of the page does before a run that the user requests; null if there is none. */
type RunStep = () => Promise<void> | null;

const steps = new Set<RunStep>();

export function addRunStep(step: RunStep): Dispose {
  steps.add(step);
  return () => steps.delete(step);
}

/**
 * Calls `run` after all steps, or immediately if there are none to wait for. A failed step does not
 * prevent the run.
 */
export function runPrepared(run: () => void): void {
  const waiting = [...steps].flatMap((step) => step() ?? []);
  if (waiting.length === 0) {
    run();
    return;
  }
  void Promise.allSettled(waiting).then((results) => {
    for (const result of results) {
      if (result.status === 'rejected') reportError(result.reason);
    }
    run();
  });
}
