import { useCallback, useEffect, useState } from 'react';
import {
  chooseTheme,
  chosenTheme,
  isTheme,
  THEMES,
  type Theme,
} from '#pages/playground/browser/theme.ts';
import { addCommands } from '#ui/commands.ts';
import { IconSelect } from '#ui/IconSelect.tsx';
import { ThemeIcon } from '#ui/icons.tsx';

export function ThemeSelect() {
  const [theme, setTheme] = useState(chosenTheme);
  const choose = useCallback((next: Theme) => {
    setTheme(next);
    chooseTheme(next);
  }, []);
  useEffect(
    () =>
      addCommands(() =>
        THEMES.map(({ value, text }) => ({
          id: `theme:${value}`,
          title: `Theme: ${text}`,
          group: 'Page',
          run: () => choose(value),
        })),
      ),
    [choose],
  );
  return (
    <IconSelect
      label="Theme"
      icon={<ThemeIcon />}
      value={theme}
      options={THEMES}
      onChange={(value) => {
        if (isTheme(value)) choose(value);
      }}
    />
  );
}
