import { chosen, subscribeToChoices } from '#engine/storage/settings.ts';

const moreContrast = window.matchMedia('(prefers-contrast: more)');

/** Applies the chosen theme, now and whenever the choice or the system's settings change. */
export function followTheme(): void {
  showTheme();
  subscribeToChoices(showTheme);
  moreContrast.addEventListener('change', showTheme);
}

function showTheme(): void {
  const theme = chosen('theme');
  document.documentElement.dataset['theme'] =
    theme === 'system' && moreContrast.matches ? 'contrast' : theme;
}
