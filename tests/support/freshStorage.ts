import { beforeEach, vi } from 'vitest';
import { createMemoryStorage } from './memoryStorage.ts';

// Each test starts with empty storage, like a separate browser.
beforeEach(() => {
  vi.stubGlobal('localStorage', createMemoryStorage());
  vi.stubGlobal('sessionStorage', createMemoryStorage());
});
