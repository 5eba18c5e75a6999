import { Button } from '#ui/Button.tsx';
import { HelpIcon } from '#ui/icons.tsx';
import { dialogTool } from '#ui/tools/dialogTool.tsx';
import { showDialog } from '#ui/tools/openDialog.ts';
import { HELP_SECTIONS } from './sections.ts';

export const help = dialogTool({
  id: 'help',
  name: 'Help',
  title: 'Open Help',
  menus: { Navbar: 'Help' },
  faces: { navbar: HelpButton },
  commands: () =>
    HELP_SECTIONS.map((title) => ({
      id: `Help: ${title}`,
      title: `Help: ${title}`,
      group: 'Help',
      run: () => showDialog('help', title),
    })),
  start: () =>
    window.addEventListener('keydown', ({ key, target }) => {
      if (key === '?' && !isTextField(target)) showDialog('help', 'Keyboard');
    }),
  load: async () => (await import('./HelpDialog.tsx')).HelpDialog,
});

function HelpButton() {
  return (
    <Button
      kind="icon"
      label="Help"
      hint="Open Help"
      opens="dialog"
      onClick={() => showDialog('help')}
    >
      <HelpIcon />
    </Button>
  );
}

function isTextField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable]') !== null
  );
}
