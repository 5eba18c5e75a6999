import { flushSync } from 'react-dom';
import { TARGETS } from '#core/output/compileTarget.ts';
import { hasLineDirectives } from '#core/output/lineMap/relativeTarget.ts';
import { choose, chosen } from '#engine/storage/settings.ts';
import type { Command } from '#ui/commands.ts';
import { pressButton } from '#ui/pressButton.ts';
import { saveFile } from '#ui/saveFile.ts';
import type { ToolHandle } from '#ui/tools/tool.ts';
import type { TargetCode } from '#workspace/state.ts';

export const MORE_FOR_TARGET_CODE = 'More for target code';

export function targetCodeCommands({
  context: { workspace },
}: Pick<ToolHandle<unknown>, 'context'>): readonly Command[] {
  const code = workspace.store.getState().targetCode;
  const whyNot = code ? null : 'Nothing is compiled yet.';
  const whyNoFile = code?.succeeded === false ? 'The newest compile failed.' : whyNot;
  const whyNoDirectives =
    code?.succeeded && !hasLineDirectives(code.target)
      ? `${code.target} has no line directives.`
      : whyNoFile;
  const command = (title: string, reason: string | null, run: () => void): Command => ({
    ...{ id: `target code:${title}`, title },
    group: 'Results',
    view: 'results',
    whyNot: () => reason,
    run() {
      flushSync(() => workspace.selectTab('target-code'));
      run();
    },
  });
  // Press the button, because it shows the outcome.
  const press = (button: string) => command(button, whyNot, () => pressButton(button));
  return [
    press('Find in target code'),
    press('Copy target code'),
    command('Show or hide line directives of target code', whyNoDirectives, () =>
      toggle('lineDirectives'),
    ),
    {
      ...command('Wrap lines of target code', whyNot, () => toggle('wrapTargetCode')),
      menus: { [MORE_FOR_TARGET_CODE]: 'Wrap lines' },
      isOn: () => chosen('wrapTargetCode') === 'true',
      isToggle: true,
    },
    {
      ...command('Download target code', whyNoFile, () => {
        if (code?.succeeded) saveFile(targetFile(code));
      }),
      menus: { [MORE_FOR_TARGET_CODE]: 'Download target code' },
    },
  ];
}

export function toggle(name: 'wrapTargetCode' | 'lineDirectives'): void {
  choose(name, chosen(name) === 'true' ? 'false' : 'true');
}

/** A file with the target code: bytes for SPIRV, otherwise text. */
function targetFile({ target, text, binary }: TargetCode): File {
  const content = binary ? new Uint8Array(binary) : text;
  const type = binary ? 'application/octet-stream' : 'text/plain';
  return new File([content], `user.${TARGETS[target].extension}`, { type });
}
