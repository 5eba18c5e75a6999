import { type ChoiceOf, choose, chosen } from '#engine/storage/settings.ts';
import { defineTool } from '#ui/tools/tool.ts';

const THEMES: readonly { readonly value: ChoiceOf<'theme'>; readonly text: string }[] = [
  { value: 'system', text: 'System' },
  { value: 'light', text: 'Light' },
  { value: 'dark', text: 'Dark' },
  { value: 'contrast', text: 'High contrast' },
];

export const theme = defineTool({
  id: 'theme',
  name: 'The theme',
  load: async () => ({}),
  commands: () =>
    THEMES.map(({ value, text }) => ({
      id: `theme:${value}`,
      title: `Theme: ${text}`,
      menus: { More: `Theme: ${text}` },
      group: 'Page',
      isOn: () => chosen('theme') === value,
      run: () => choose('theme', value),
    })),
});
