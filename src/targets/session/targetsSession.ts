import type { Dispose } from '#shared/disposer.ts';
import type { TargetsContext } from './context.ts';

/** Compiles each entry point to each target in the background, while the view is open. */
export interface TargetsSession {
  dispose: Dispose;
}

export function createTargetsSession(_context: TargetsContext): TargetsSession {
  return { dispose() {} };
}
