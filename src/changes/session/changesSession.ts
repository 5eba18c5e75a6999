import type { Dispose } from '#shared/disposer.ts';
import type { ChangesContext } from './context.ts';

/** Keeps the newest and the previous code of each target and entry point, and compares them. */
export interface ChangesSession {
  dispose: Dispose;
}

export function createChangesSession(_context: ChangesContext): ChangesSession {
  return { dispose() {} };
}
