import type { Dispose } from '#core/util/disposer.ts';

/** What a part of the page does before a run that a person asks for; null if nothing. */
type RunStep = () => Promise<void> | null;

const steps = new Set<RunStep>();

export function addRunStep(step: RunStep): Dispose {
  steps.add(step);
  return () => steps.delete(step);
}

/** Runs after all steps, at once if there is nothing to wait for. One that fails stops nothing. */
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
