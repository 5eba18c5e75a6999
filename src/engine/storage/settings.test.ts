import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settingsIn } from '#engine/storage/history/library.ts';
import { createMemoryStorage } from '../../../tests/support/memoryStorage.ts';
import {
  CHOICES,
  type Choice,
  choose,
  chosen,
  keyOf,
  settings,
  subscribeToChoices,
} from './settings.ts';

function refuse(): never {
  throw new DOMException('Refused.', 'QuotaExceededError');
}

beforeEach(() => settings.removeItem('theme'));
afterEach(() => vi.unstubAllGlobals());

describe('a setting', () => {
  it('lasts as long as the page if the browser has no storage', () => {
    vi.stubGlobal('localStorage', undefined);
    expect(settings.getItem('theme')).toBeNull();
    settings.setItem('theme', 'dark');
    expect(settings.getItem('theme')).toBe('dark');
    expect(settings.entries()).toEqual([['theme', 'dark']]);
    settings.removeItem('theme');
    expect(settings.getItem('theme')).toBeNull();
    expect(settings.entries()).toEqual([]);
  });

  it('overrides its old value in a full storage until there is space again', () => {
    const storage = createMemoryStorage();
    storage.setItem('theme', 'light');
    storage.setItem('wrap', 'true');
    const hasSpace = vi.spyOn(Object.getPrototypeOf(storage), 'setItem').mockImplementation(refuse);
    vi.stubGlobal('localStorage', storage);
    settings.setItem('theme', 'dark');
    expect(settings.getItem('theme')).toBe('dark');
    expect(settings.entries()).toEqual([
      ['theme', 'dark'],
      ['wrap', 'true'],
    ]);
    hasSpace.mockRestore();
    settings.setItem('theme', 'high-contrast');
    storage.setItem('theme', 'set by another tab');
    expect(settings.getItem('theme')).toBe('set by another tab');
  });
});

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
