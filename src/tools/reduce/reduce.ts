import type { Dispose } from '#core/util/disposer.ts';
import { ReducePanel } from './panel/ReducePanel.tsx';
import {
  createReduceSession,
  type ReduceContext,
  type ReduceSession,
} from './session/reduceSession.ts';

/** All that a page needs of Reduce. */
export interface Reduce {
  readonly session: ReduceSession;
  readonly Panel: typeof ReducePanel;
  dispose: Dispose;
}

export function createReduce(context: ReduceContext): Reduce {
  const session = createReduceSession(context);
  return { session, Panel: ReducePanel, dispose: session.dispose };
}
