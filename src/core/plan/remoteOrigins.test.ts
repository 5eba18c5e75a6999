import { expect, it } from 'vitest';
import { remoteOrigins } from './remoteOrigins.ts';
import type { ParsedResourceCommand } from './runDescriptor.ts';

const OWN = { path: 'https://mine.test/own.png', type: 'image/png', size: 4, hash: 'abc' };

const originsOf = (...commands: ParsedResourceCommand[]) =>
  remoteOrigins(
    {
      assets: { 'https://mine.test/own.png': OWN },
      uri: 'https://own.test/demos/user.slang',
      resourceCommands: commands.map((parsedCommand, index) => ({
        resourceName: `resource${index}`,
        parsedCommand,
      })),
    },
    'https://own.test',
  );

const image = (...urls: string[]) => ({ type: 'URL', urls, format: 'rgba8unorm' }) as const;
const data = (url: string) => ({ type: 'DATA', url, elementSize: 4 }) as const;

it('names each remote origin once, in the order of the resources', () => {
  expect(
    originsOf(
      image('https://pictures.test/a.png'),
      data('http://numbers.test:8080/b.bin'),
      image('//pictures.test/c.png', 'https://layers.test/d.png'),
    ),
  ).toEqual(['https://pictures.test', 'http://numbers.test:8080', 'https://layers.test']);
});

it('does not name the page’s own origin, files of the project, or addresses without an origin', () => {
  expect(
    originsOf(
      image('mountains.png'),
      image('https://own.test/x.png'),
      data('data:text/plain,abc'),
      image('blob:https://other.test/1'),
      image('javascript:alert(1)'),
      image('https://mine.test/own.png'),
      image('https://['),
      { type: 'RAND', count: 4 },
    ),
  ).toEqual([]);
});
