import { describe, expect, it } from 'vitest';
import type { Command } from '#ui/commands.ts';
import { findCommands } from './Palette.tsx';

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

describe('without a query', () => {
  it('lists all commands by group, in the order of the groups', () => {
    expect(found(' ')).toEqual([
      ['Run and compile', ['run', 'compile', 'compile:HLSL']],
      ['Picture', ['pause']],
      ['Demos', ['demo:circle']],
      ['Help', ['help']],
    ]);
  });

  it('lists recent commands first, each command once, and no command that is gone', () => {
    expect(found('', ['compile', 'gone', 'demo:circle'])).toEqual([
      ['Recent', ['compile', 'demo:circle']],
      ['Run and compile', ['run', 'compile:HLSL']],
      ['Picture', ['pause']],
      ['Help', ['help']],
    ]);
  });
});

describe('with a query', () => {
  it('lists matches by quality, shorter titles first, and matches of only the group last', () => {
    expect(found('compile')).toEqual([[null, ['compile', 'compile:HLSL', 'help', 'run']]]);
  });

  it('finds words in the detail and the group as well as in the title', () => {
    expect(found('ring')).toEqual([[null, ['demo:circle']]]);
    expect(found('demos cir')).toEqual([[null, ['demo:circle']]]);
    expect(found('ring hlsl')).toEqual([]);
  });

  it('prefers recent commands', () => {
    expect(found('compile', ['compile:HLSL'])).toEqual([
      [null, ['compile:HLSL', 'compile', 'help', 'run']],
    ]);
  });

  it('lists unavailable commands last, with the reason', () => {
    const [section] = findCommands([PAUSE, command('page', 'Pause later', 'Page')], [], 'pause');
    expect(section?.entries.map(({ command, whyNot }) => [command.id, whyNot])).toEqual([
      ['page', null],
      ['pause', 'Nothing runs. Press Run first.'],
    ]);
  });
});
