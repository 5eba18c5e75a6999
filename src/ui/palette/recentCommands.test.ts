import { expect, it } from 'vitest';
import { createMemoryStorage } from '../../../tests/support/memoryStorage.ts';
import { recentCommands, rememberCommand } from './Palette.tsx';

const KEY = 'playground:recent-commands';

it('remembers the six most recent commands, each once', () => {
  const storage = createMemoryStorage();
  expect(recentCommands(storage)).toEqual([]);
  for (const id of ['a', 'b', 'c', 'd', 'e', 'b', 'f', 'g']) rememberCommand(id, storage);
  expect(recentCommands(storage)).toEqual(['g', 'f', 'b', 'e', 'd', 'c']);
});

it.each(['', '{', '{"a":1}', '[1]', 'null'])(
  'starts empty if the stored value is invalid: %s',
  (value) => {
    const storage = createMemoryStorage();
    storage.setItem(KEY, value);
    expect(recentCommands(storage)).toEqual([]);
    rememberCommand('run', storage);
    expect(recentCommands(storage)).toEqual(['run']);
  },
);
