import { expect, it } from 'vitest';
import { chooseMain } from './opening.ts';

const RUNS = '[shader("compute")]\nvoid main() {}';
const IMAGE = 'float4 imageMain(uint2 at, int2 size) { return 1; }';
const MODULE = 'module noise;';

const source = (path: string, text: string) => ({ path, text });

it.each([
  ['the only file', [source('a.slang', MODULE)], 'a.slang'],
  ['user.slang', [source('main.slang', RUNS), source('user.slang', MODULE)], 'user.slang'],
  ['main.slang', [source('a.slang', RUNS), source('main.slang', MODULE)], 'main.slang'],
  [
    'the only file that runs',
    [source('a.slang', MODULE), source('lib/b.slang', RUNS)],
    'lib/b.slang',
  ],
  ['the only image', [source('a.slang', MODULE), source('b.slang', IMAGE)], 'b.slang'],
  [
    'the file that runs, not one with an entry point in a comment',
    [source('a.slang', '// [shader("compute")]\n/* imageMain( */'), source('b.slang', RUNS)],
    'b.slang',
  ],
])('chooses %s', (_, sources, path) => {
  expect(chooseMain(sources)).toEqual({ kind: 'found', path });
});

it('asks which of several runnable files to use', () => {
  const sources = [source('a.slang', RUNS), source('b.slang', MODULE), source('c.slang', IMAGE)];
  expect(chooseMain(sources)).toEqual({ kind: 'ask', paths: ['a.slang', 'c.slang'] });
});

it('asks which of all files to use if none is runnable', () => {
  const sources = [source('a.slang', MODULE), source('b.slang', MODULE)];
  expect(chooseMain(sources)).toEqual({ kind: 'ask', paths: ['a.slang', 'b.slang'] });
});
