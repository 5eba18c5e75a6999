import { codeTools } from '#tools/code/codeTools.ts';
import { MORE_FOR_TARGET_CODE } from '#tools/code/targetCode/targetCodeCommands.ts';
import type { LoadedTool, ToolContext } from '#ui/tools/tool.ts';
import { whenIdle } from '#ui/whenIdle.ts';
import { ChangeCount } from './panel/ChangeCount.tsx';
import { ChangesPanel, ChangesToolbar } from './panel/ChangesPanel.tsx';
import { createChangesSession } from './session/changesSession.ts';
import { createSidesSession } from './sideBySide/session/sidesSession.ts';

/** Milliseconds that a comparison waits for the page to become idle. */
const IDLE_TIMEOUT = 1000;

/** Starts the views of changes and of two outputs of a page. */
export function createChanges(page: ToolContext): LoadedTool {
  const context = codeTools(page);
  const session = createChangesSession({
    ...context,
    whenIdle: (callback) => whenIdle(callback, IDLE_TIMEOUT),
  });
  const sides = createSidesSession({ ...context, previousOf: session.previousOf });
  const props = { session, sides, view: { current: null } };
  return {
    Panel: () => <ChangesPanel {...props} />,
    Toolbar: () => <ChangesToolbar {...props} />,
    Badge: () => <ChangeCount session={session} />,
    commands: () => [
      {
        id: 'changes:sides',
        title: 'Compare outputs',
        detail: 'Two outputs side by side: another target, entry point or version',
        group: 'Results',
        menus: { [MORE_FOR_TARGET_CODE]: 'Compare outputs' },
        run: sides.open,
      },
    ],
  };
}
