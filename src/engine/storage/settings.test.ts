import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryStorage } from '../../../tests/support/memoryStorage.ts';
import { settings } from './settings.ts';

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
