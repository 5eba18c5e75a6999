import { expect, it } from 'vitest';
import { chooseMain } from './opening.ts';

const RUNS = '[shader("compute")]\nvoid main() {}';
const IMAGE = 'float4 imageMain(uint2 at, int2 size) { return 1; }';
const MODULE = 'module noise;';
const COMMENTS = '// [shader("compute")]\n/* imageMain( */';

const sourcesOf = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([path, text]) => ({ path, text }));

it.each<[string, Record<string, string>, string]>([
  ['the only file', { 'a.slang': MODULE }, 'a.slang'],
  ['user.slang', { 'main.slang': RUNS, 'user.slang': MODULE }, 'user.slang'],
  ['main.slang', { 'a.slang': RUNS, 'main.slang': MODULE }, 'main.slang'],
  ['the only file that runs', { 'a.slang': MODULE, 'lib/b.slang': RUNS }, 'lib/b.slang'],
  ['the only image', { 'a.slang': MODULE, 'b.slang': IMAGE }, 'b.slang'],
  ['the file that runs, not comments', { 'a.slang': COMMENTS, 'b.slang': RUNS }, 'b.slang'],
])('chooses %s', (_, texts, path) => {
  expect(chooseMain(sourcesOf(texts))).toEqual({ kind: 'found', path });
});

it.each<[string, Record<string, string>, string]>([
  ['several runnable files', { 'a.slang': RUNS, 'b.slang': MODULE, 'c.slang': IMAGE }, 'a c'],
  ['all files if none is runnable', { 'a.slang': MODULE, 'b.slang': MODULE }, 'a b'],
])('asks which to use of %s', (_, texts, names) => {
  const paths = names.split(' ').map((name) => `${name}.slang`);
  expect(chooseMain(sourcesOf(texts))).toEqual({ kind: 'ask', paths });
});
