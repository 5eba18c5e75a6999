import { beforeEach, vi } from 'vitest';
import { createMemoryStorage } from './memoryStorage.ts';

// Each test is a browser of its own, whose storage is empty.
beforeEach(() => {
  vi.stubGlobal('localStorage', createMemoryStorage());
  vi.stubGlobal('sessionStorage', createMemoryStorage());
});
