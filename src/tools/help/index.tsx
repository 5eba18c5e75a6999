import { HelpIcon } from '#ui/icons.tsx';
import { dialogTool } from '#ui/tools/dialogTool.tsx';

/** The user's manual. */
export const help = dialogTool({
  id: 'help',
  name: 'Help',
  label: 'Help',
  hint: 'Open Help',
  icon: <HelpIcon />,
  shortcut: { key: '?', part: 'Keyboard' },
  parts: async () => (await import('./sections.ts')).HELP_SECTIONS,
  load: async () => (await import('./HelpDialog.tsx')).HelpDialog,
});
