import { useStore } from 'zustand';
import styles from '#tools/code/changes/panel/ChangeCount.module.css';
import {
  ChangesPanel,
  ChangesToolbar,
  countText,
} from '#tools/code/changes/panel/ChangesPanel.tsx';
import {
  type ChangesSession,
  createChangesSession,
} from '#tools/code/changes/session/changesSession.ts';
import { createSidesSession } from '#tools/code/changes/sideBySide/session/sidesSession.ts';
import { codeTools } from '#tools/code/codeTools.ts';
import { MORE_FOR_TARGET_CODE } from '#tools/code/targetCode/targetCodeCommands.ts';
import type { LoadedTool, ToolContext } from '#ui/tools/tool.ts';
import { whenIdle } from '#ui/whenIdle.ts';

/** Longest wait for the page to become idle before a comparison, in milliseconds. */
const IDLE_TIMEOUT = 1000;

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

/** The number of changed lines, shown in the tab but not part of its accessible name. */
function ChangeCount({ session }: { readonly session: ChangesSession }) {
  const text = useStore(session.store, (state) =>
    state.kind === 'compared' ? countText(state.difference) : '',
  );
  if (text === '') return null;
  return (
    <span className={styles['count']} aria-hidden="true">
      {text}
    </span>
  );
}
