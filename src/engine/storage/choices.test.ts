import { afterEach, expect, it, vi } from 'vitest';
import { createMemoryStorage } from '../../../tests/support/memoryStorage.ts';
import { CHOICES, type Choice, choose, chosen, keyOf, subscribeToChoices } from './choices.ts';
import { settingsIn } from './history/settings.ts';

afterEach(() => vi.unstubAllGlobals());

it('stores a choice, and notifies listeners', () => {
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

it('uses the default for an unknown stored value', () => {
  const storage = createMemoryStorage();
  storage.setItem('playground:format-width', '7');
  vi.stubGlobal('localStorage', storage);
  expect(chosen('formatWidth')).toBe('100');
});

it('keeps the storage keys of earlier versions', () => {
  expect(keyOf('theme')).toBe('playground:theme');
  expect(keyOf('wrapTargetCode')).toBe('playground:wrap-target-code');
});

it('round-trips every choice through a history file', () => {
  for (const [name, values] of Object.entries(CHOICES)) {
    const key = keyOf(name as Choice);
    for (const value of values) expect(settingsIn([[key, value]])).toEqual({ [key]: value });
  }
});
