import type { CodeTools } from '#tools/code/codeTools.ts';
import type { LinkSession } from '#tools/code/linkedLines/state.ts';
import { MORE_FOR_TARGET_CODE } from '#tools/code/targetCode/targetCodeCommands.ts';
import type { Command } from '#ui/commands.ts';
import { GO_TO_LINKED } from '#ui/shortcuts.ts';

/** The commands of linked lines. */
export function linkCommands(
  { store }: CodeTools['workspace'],
  session: LinkSession,
): readonly Command[] {
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
