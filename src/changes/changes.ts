import type { Dispose } from '#shared/disposer.ts';
import { ChangeCount } from './panel/ChangeCount.tsx';
import { ChangesPanel } from './panel/ChangesPanel.tsx';
import { CompareButton } from './panel/CompareButton.tsx';
import { type ChangesSession, createChangesSession } from './session/changesSession.ts';
import type { ChangesContext } from './session/context.ts';

/** All that a page needs of the views of changes and of two outputs. */
export interface Changes {
  readonly session: ChangesSession;
  readonly Panel: typeof ChangesPanel;
  /** In the tab. */
  readonly Count: typeof ChangeCount;
  readonly CompareButton: typeof CompareButton;
  dispose: Dispose;
}

export function createChanges(context: ChangesContext): Changes {
  const session = createChangesSession(context);
  return {
    ...{ session, CompareButton },
    Panel: ChangesPanel,
    Count: ChangeCount,
    dispose: session.dispose,
  };
}
