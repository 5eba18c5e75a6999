import { useState } from 'react';
import { chooseTheme, chosenTheme, isTheme, THEMES } from '#app/browser/theme.ts';
import { IconSelect } from '#ui/IconSelect.tsx';
import { ThemeIcon } from '#ui/icons.tsx';

export function ThemeSelect() {
  const [theme, setTheme] = useState(chosenTheme);
  return (
    <IconSelect
      label="Theme"
      icon={<ThemeIcon />}
      value={theme}
      options={THEMES}
      onChange={(value) => {
        if (!isTheme(value)) return;
        setTheme(value);
        chooseTheme(value);
      }}
    />
  );
}
