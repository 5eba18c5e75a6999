import { addCommands } from '#ui/commands.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { TargetsPanel } from './panel/TargetsPanel.tsx';
import type { TargetsContext } from './session/context.ts';
import { createTargetsSession, type TargetsSession } from './session/targetsSession.ts';
import { canDownload, NOTHING_TO_DOWNLOAD } from './state.ts';

/** All that a page needs of the Targets view. */
export interface Targets {
  readonly session: TargetsSession;
  readonly Panel: typeof TargetsPanel;
  dispose: Dispose;
}

export function createTargets(context: TargetsContext): Targets {
  const session = createTargetsSession(context);
  const removeCommands = addCommands(() => [
    {
      id: 'targets:download',
      title: 'Download the outputs of all targets',
      group: 'Results',
      view: 'results',
      whyNot: () => (canDownload(session.store.getState()) ? null : NOTHING_TO_DOWNLOAD),
      run() {
        context.workspace.selectTab('targets');
        void session.commands.download();
      },
    },
  ]);
  return {
    session,
    Panel: TargetsPanel,
    dispose() {
      removeCommands();
      session.dispose();
    },
  };
}
