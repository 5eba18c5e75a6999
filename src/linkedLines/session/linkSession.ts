import type { Dispose } from '#shared/disposer.ts';
import type { LinkedLinesContext } from './context.ts';

/** Lights lines in both editors. */
export interface LinkSession {
  dispose: Dispose;
}

export function createLinkSession(_context: LinkedLinesContext): LinkSession {
  return { dispose() {} };
}
