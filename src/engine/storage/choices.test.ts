import { afterEach, expect, it, vi } from 'vitest';
import { createMemoryStorage } from '../../../tests/support/memoryStorage.ts';
import { CHOICES, choose, chosen, subscribeToChoices } from './choices.ts';
import { settingsIn } from './history/settings.ts';

afterEach(() => vi.unstubAllGlobals());

it('remembers a choice, and tells about it', () => {
  vi.stubGlobal('localStorage', createMemoryStorage());
  expect(chosen('theme')).toBe('system');
  const listener = vi.fn();
  const stop = subscribeToChoices(listener);
  choose('theme', 'dark');
  expect(chosen('theme')).toBe('dark');
  stop();
  choose('theme', 'light');
  expect(listener).toHaveBeenCalledOnce();
});

it('takes the default for a stored value that it does not know', () => {
  const storage = createMemoryStorage();
  storage.setItem('playground:format-width', '7');
  vi.stubGlobal('localStorage', storage);
  expect(chosen('formatWidth')).toBe('100');
});

it('has a key of its own for each choice, and words that a history file carries', () => {
  const entries = Object.values(CHOICES).flatMap(({ key, values }) =>
    values.map((value) => [key, value] as const),
  );
  for (const [key, value] of entries) expect(settingsIn([[key, value]])).toEqual({ [key]: value });
  expect(new Set(entries.map(([key]) => key)).size).toBe(Object.keys(CHOICES).length);
});
