import type { ReactNode } from 'react';
import { MenuButton, type MenuItem } from '#ui/MenuButton.tsx';
import type { ToolContext } from './tool.ts';

interface CommandMenuProps {
  readonly context: Pick<ToolContext, 'commands'>;
  /** The accessible name of the button. The menu lists the commands whose `menu` this is. */
  readonly label: string;
  readonly hint?: string;
  /** The icon, and a text if there is one. */
  readonly children: ReactNode;
}

/** A menu of the commands that name it, whichever tools they come from. */
export function CommandMenu({ context, label, hint = label, children }: CommandMenuProps) {
  const items = (): readonly MenuItem[] =>
    context
      .commands()
      .filter(({ menu }) => menu === label)
      .map(({ title, keys, whyNot, run }) => ({
        text: title,
        keys: keys?.[0],
        disabled: whyNot?.() ?? undefined,
        onChoose: run,
      }));
  return (
    <MenuButton label={label} hint={hint} items={items}>
      {children}
    </MenuButton>
  );
}
