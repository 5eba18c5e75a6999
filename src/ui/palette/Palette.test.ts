import { expect, it } from 'vitest';
import type { Command } from '#ui/commands.ts';
import { createMemoryStorage } from '../../../tests/support/memoryStorage.ts';
import { findCommands, movedTo, recentCommands, rememberCommand } from './Palette.tsx';

const command = (
  id: string,
  title: string,
  group: Command['group'],
  more: Partial<Command> = {},
): Command => ({ id, title, group, run: () => {}, ...more });

const RUN = command('run', 'Run', 'Run and compile');
const COMPILE = command('compile', 'Compile', 'Run and compile');
const HLSL = command('compile:HLSL', 'Compile to HLSL', 'Run and compile');
const PAUSE = command('pause', 'Pause', 'Picture', {
  whyNot: () => 'Nothing runs. Press Run first.',
});
const CIRCLE = command('demo:circle', 'Open demo: Circle', 'Demos', { detail: 'A ring of light.' });
const HELP = command('help', 'Help: Run and Compile', 'Help');
const ALL = [CIRCLE, HELP, PAUSE, RUN, COMPILE, HLSL];

const found = (query: string, recent: readonly string[] = [], commands = ALL) =>
  findCommands(commands, recent, query).map(({ title, entries }) => [
    title,
    entries.map((entry) => entry.command.id),
  ]);

it('without a query, all commands are listed by group, in the order of the groups', () => {
  expect(found(' ')).toEqual([
    ['Run and compile', ['run', 'compile', 'compile:HLSL']],
    ['Picture', ['pause']],
    ['Demos', ['demo:circle']],
    ['Help', ['help']],
  ]);
});

it('without a query, recent commands are listed first and once, and none that is gone', () => {
  expect(found('', ['compile', 'gone', 'demo:circle'])).toEqual([
    ['Recent', ['compile', 'demo:circle']],
    ['Run and compile', ['run', 'compile:HLSL']],
    ['Picture', ['pause']],
    ['Help', ['help']],
  ]);
});

it.each([
  ['by quality, shorter titles first, the group last', 'compile', 'compile compile:HLSL help run'],
  ['by words in the detail', 'ring', 'demo:circle'],
  ['by words in the group and the title', 'demos cir', 'demo:circle'],
])('a query lists matches %s', (_, query, ids) => {
  expect(found(query)).toEqual([[null, ids.split(' ')]]);
});

it('a query needs all its words in one command, and prefers recent commands', () => {
  expect(found('ring hlsl')).toEqual([]);
  const ids = ['compile:HLSL', 'compile', 'help', 'run'];
  expect(found('compile', ['compile:HLSL'])).toEqual([[null, ids]]);
});

it('a query lists unavailable commands last, with the reason', () => {
  const [section] = findCommands([PAUSE, command('page', 'Pause later', 'Page')], [], 'pause');
  expect(section?.entries.map(({ command, whyNot }) => [command.id, whyNot])).toEqual([
    ['page', null],
    ['pause', 'Nothing runs. Press Run first.'],
  ]);
});

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
    storage.setItem('playground:recent-commands', value);
    expect(recentCommands(storage)).toEqual([]);
    rememberCommand('run', storage);
    expect(recentCommands(storage)).toEqual(['run']);
  },
);

it.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 19, 0],
  ['ArrowUp', 0, 19],
  ['ArrowUp', 5, 4],
  ['PageDown', 3, 11],
  ['PageDown', 15, 19],
  ['PageUp', 15, 7],
  ['PageUp', 3, 0],
  ['Home', 7, null],
  ['End', 7, null],
  ['a', 7, null],
])('%s moves from row %i of 20 to %s', (key, row, next) => {
  expect(movedTo(key, row, 20)).toBe(next);
});

it('moves nowhere in an empty list', () => {
  expect(movedTo('ArrowDown', 0, 0)).toBeNull();
});
