import { addCommands } from '#ui/commands.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { ChangeCount } from './panel/ChangeCount.tsx';
import { ChangesPanel } from './panel/ChangesPanel.tsx';
import { CompareButton } from './panel/CompareButton.tsx';
import { type ChangesSession, createChangesSession } from './session/changesSession.ts';
import type { ChangesContext } from './session/context.ts';
import { createSidesSession, type SidesSession } from './sideBySide/session/sidesSession.ts';

/** All that a page needs of the views of changes and of two outputs. */
export interface Changes {
  readonly session: ChangesSession;
  readonly Panel: typeof ChangesPanel;
  /** In the tab. */
  readonly Count: typeof ChangeCount;
  /** Two outputs side by side. */
  readonly sides: SidesSession;
  readonly CompareButton: typeof CompareButton;
  dispose: Dispose;
}

export function createChanges(context: ChangesContext): Changes {
  const session = createChangesSession(context);
  const sides = createSidesSession({ ...context, previousOf: session.previousOf });
  const removeCommands = addCommands(() => [
    {
      id: 'changes:sides',
      title: 'Compare outputs',
      detail: 'Two outputs side by side: another target, entry point or version',
      group: 'Results',
      view: 'results',
      run() {
        // The focus comes back to the button there.
        context.workspace.selectTab('target-code');
        sides.open();
      },
    },
  ]);
  return {
    ...{ session, sides, CompareButton },
    Panel: ChangesPanel,
    Count: ChangeCount,
    dispose() {
      removeCommands();
      sides.dispose();
      session.dispose();
    },
  };
}
