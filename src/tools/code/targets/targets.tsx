import { codeTools } from '#tools/code/codeTools.ts';
import type { LoadedTool, ToolContext } from '#ui/tools/tool.ts';
import { TargetsPanel, TargetsToolbar } from './panel/TargetsPanel.tsx';
import { createTargetsSession } from './session/targetsSession.ts';
import { canDownload, NOTHING_TO_DOWNLOAD } from './state.ts';

/** Starts the Targets view of a page. */
export function createTargets(context: ToolContext): LoadedTool {
  const session = createTargetsSession(codeTools(context));
  return {
    Panel: () => <TargetsPanel session={session} />,
    Toolbar: () => <TargetsToolbar session={session} />,
    commands: () => [
      {
        id: 'targets:download',
        title: 'Download the outputs of all targets',
        group: 'Results',
        whyNot: () => (canDownload(session.store.getState()) ? null : NOTHING_TO_DOWNLOAD),
        run() {
          context.workspace.openTool('targets');
          void session.commands.download();
        },
      },
    ],
  };
}
