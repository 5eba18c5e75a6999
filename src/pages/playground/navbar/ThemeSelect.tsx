import { useEffect } from 'react';
import { type ChoiceOf, choose } from '#engine/storage/choices.ts';
import { addCommands } from '#ui/commands.ts';
import { IconSelect } from '#ui/IconSelect.tsx';
import { ThemeIcon } from '#ui/icons.tsx';
import { useChoice } from '#ui/useChoice.ts';

const THEMES: readonly { readonly value: ChoiceOf<'theme'>; readonly text: string }[] = [
  { value: 'system', text: 'System' },
  { value: 'light', text: 'Light' },
  { value: 'dark', text: 'Dark' },
  { value: 'contrast', text: 'High contrast' },
];

export function ThemeSelect() {
  const theme = useChoice('theme');
  useEffect(
    () =>
      addCommands(() =>
        THEMES.map(({ value, text }) => ({
          id: `theme:${value}`,
          title: `Theme: ${text}`,
          group: 'Page',
          run: () => choose('theme', value),
        })),
      ),
    [],
  );
  return (
    <IconSelect
      label="Theme"
      icon={<ThemeIcon />}
      value={theme}
      options={THEMES}
      onChange={(next) => {
        const chosen = THEMES.find(({ value }) => value === next);
        if (chosen) choose('theme', chosen.value);
      }}
    />
  );
}
