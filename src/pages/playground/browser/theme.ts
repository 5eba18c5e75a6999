import { settings } from '#engine/storage/settings.ts';
import { STORAGE_KEYS } from '#engine/storage/storageKeys.ts';

/** `system` follows the system's colour scheme and contrast settings. */
export type Theme = 'system' | 'light' | 'dark' | 'contrast';

export const THEMES: readonly { readonly value: Theme; readonly text: string }[] = [
  { value: 'system', text: 'System' },
  { value: 'light', text: 'Light' },
  { value: 'dark', text: 'Dark' },
  { value: 'contrast', text: 'High contrast' },
];

const SETTING = STORAGE_KEYS.theme;

const moreContrast = window.matchMedia('(prefers-contrast: more)');

export function isTheme(value: string | null): value is Theme {
  return THEMES.some((theme) => theme.value === value);
}

/** The theme that the user chose in this browser; `system` by default. */
export function chosenTheme(): Theme {
  const value = settings.getItem(SETTING);
  return isTheme(value) ? value : 'system';
}

export function chooseTheme(theme: Theme): void {
  settings.setItem(SETTING, theme);
  showTheme(theme);
}

/** Applies the chosen theme, and applies it again when the system's settings change. */
export function followTheme(): void {
  showTheme(chosenTheme());
  moreContrast.addEventListener('change', () => showTheme(chosenTheme()));
}

function showTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] =
    theme === 'system' && moreContrast.matches ? 'contrast' : theme;
}
