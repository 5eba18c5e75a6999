import type { EditorView } from '@codemirror/view';
import { afterEach, expect, it, vi } from 'vitest';
import { choose } from '#engine/storage/settings.ts';
import { createMemoryStorage } from '../../../tests/support/memoryStorage.ts';
import { formatOnRun } from './sourceEditor.ts';

const { loaded, formatted } = vi.hoisted(() => ({ loaded: vi.fn(), formatted: vi.fn() }));
vi.mock('./formatting/formatting.ts', () => {
  loaded();
  return { formatBeforeRun: formatted };
});

const VIEW = {} as EditorView;

afterEach(() => void vi.unstubAllGlobals());

it('formats before a run only if the user chose to, and loads nothing until then', async () => {
  vi.stubGlobal('localStorage', createMemoryStorage());
  expect(formatOnRun(VIEW)).toBe(null);
  expect(loaded).not.toHaveBeenCalled();
  choose('formatOnRun', 'on');
  await formatOnRun(VIEW);
  expect(formatted).toHaveBeenCalledWith(VIEW);
  choose('formatOnRun', 'off');
  expect(formatOnRun(VIEW)).toBe(null);
});
