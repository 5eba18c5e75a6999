import { afterEach, expect, it, vi } from 'vitest';
import { createMemoryStorage } from '../../../tests/support/memoryStorage.ts';
import { CHOICES, type Choice, choose, chosen, keyOf, subscribeToChoices } from './choices.ts';
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

it('is stored under the names of all former versions', () => {
  expect(keyOf('theme')).toBe('playground:theme');
  expect(keyOf('wrapTargetCode')).toBe('playground:wrap-target-code');
});

it('has words that a history file carries', () => {
  for (const [name, values] of Object.entries(CHOICES)) {
    const key = keyOf(name as Choice);
    for (const value of values) expect(settingsIn([[key, value]])).toEqual({ [key]: value });
  }
});
