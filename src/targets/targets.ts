import type { Dispose } from '#shared/disposer.ts';
import { TargetsPanel } from './panel/TargetsPanel.tsx';
import type { TargetsContext } from './session/context.ts';
import { createTargetsSession, type TargetsSession } from './session/targetsSession.ts';

/** All that a page needs of the Targets view. */
export interface Targets {
  readonly session: TargetsSession;
  readonly Panel: typeof TargetsPanel;
  dispose: Dispose;
}

export function createTargets(context: TargetsContext): Targets {
  const session = createTargetsSession(context);
  return { session, Panel: TargetsPanel, dispose: session.dispose };
}
