import type { ReactNode } from 'react';
import { type Command, type InMenu, inMenu } from '#ui/commands.ts';
import { MenuButton, type MenuItem } from '#ui/MenuButton.tsx';
import { isMac, keysOn } from '#ui/shortcuts.ts';
import { useTools } from './Slot.tsx';

interface CommandMenuProps {
  readonly label: string;
  readonly hint?: string;
  /** The menus whose commands to list, in order; by default, the menu named `label`. */
  readonly menus?: readonly string[];
  /** Commands of the page itself, in addition to the tools' commands. */
  readonly commands?: readonly Command[];
  readonly children: ReactNode;
}

/** A menu of the commands that list themselves under its name, from all tools. */
export function CommandMenu(props: CommandMenuProps) {
  const { label, hint = label, menus = [label], commands = [], children } = props;
  const tools = useTools();
  const items = (): readonly MenuItem[] => {
    const all = [...commands, ...tools.flatMap((tool) => tool.commands())];
    return menus.flatMap((menu) => inMenu(all, menu).map((found) => itemOf(found, menu)));
  };
  return (
    <MenuButton label={label} hint={hint} items={items}>
      {children}
    </MenuButton>
  );
}

function itemOf({ text, command }: InMenu, menu: string): MenuItem {
  const { group, whyNot, isOn, isToggle, run } = command;
  return {
    text,
    keys: keysOn(isMac(navigator.platform), { keys: [], ...command })[0],
    disabled: whyNot?.() ?? undefined,
    checked: isOn?.(),
    isToggle,
    section: `${menu} ${isOn ? 'choice' : group}`,
    onChoose: run,
  };
}
