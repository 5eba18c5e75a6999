import { useStore } from 'zustand';
import { type CodeTools, codeTools } from '#tools/code/codeTools.ts';
import { createLinkSession } from '#tools/code/linkedLines/session/linkSession.ts';
import { MORE_FOR_TARGET_CODE } from '#tools/code/targetCode/targetCodeCommands.ts';
import type { Command } from '#ui/commands.ts';
import { GO_TO_LINKED } from '#ui/shortcuts.ts';
import type { LoadedTool, ToolContext } from '#ui/tools/tool.ts';
import styles from './LinkNote.module.css';
import type { LinkSession } from './state.ts';

export function createLinkedLines(context: ToolContext): LoadedTool {
  const session = createLinkSession(codeTools(context));
  return {
    parts: { 'target code': () => <LinkNote session={session} /> },
    commands: () => linkCommands(context.workspace, session),
  };
}

/** Shown above the target code if its lines could not be linked. */
function LinkNote({ session: { store } }: { readonly session: LinkSession }) {
  const lookup = useStore(store, (state) => state.lookup);
  if (lookup.kind !== 'failed') return null;
  return (
    <span className={styles['note']} role="status" title={lookup.reason}>
      Lines not linked
    </span>
  );
}

function linkCommands({ store }: CodeTools['workspace'], session: LinkSession): readonly Command[] {
  const { targetCode } = store.getState();
  const whyNot = () => (targetCode ? null : 'Nothing is compiled yet.');
  const { keys } = GO_TO_LINKED;
  return [
    {
      id: 'links:code',
      title: 'Go to target code',
      detail: 'that comes from the line of the cursor',
      group: 'Editor',
      ...{ keys, whyNot },
      view: 'results',
      run: session.goToCode,
    },
    {
      id: 'links:source',
      title: 'Go to source',
      detail: 'from the cursor’s line of target code',
      group: 'Results',
      menus: { [MORE_FOR_TARGET_CODE]: 'Go to source' },
      ...{ keys, whyNot },
      view: 'source',
      run: session.goToSource,
    },
    {
      id: 'links:colours',
      title: 'Colour source and target code by function',
      group: 'Results',
      menus: { [MORE_FOR_TARGET_CODE]: 'Colour by function' },
      isOn: () => session.store.getState().colours,
      isToggle: true,
      whyNot,
      view: 'results',
      run: session.toggleColours,
    },
  ];
}
