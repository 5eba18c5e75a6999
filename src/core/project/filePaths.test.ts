import { expect, it } from 'vitest';
import { assetAt, usedAssets } from './filePaths.ts';

const CAT = { path: 'cat.png', type: 'image/png', size: 4, hash: 'one' };
const DOG = { path: 'img/dog.png', type: 'image/png', size: 4, hash: 'two' };

it.each([
  ['cat.png', CAT],
  ['./cat.png', CAT],
  ['././img/dog.png', DOG],
  ['img/dog.png', DOG],
  ['Cat.png', undefined],
  ['/cat.png', undefined],
  ['../cat.png', undefined],
  ['cat.png?1', undefined],
  ['https://example.test/cat.png', undefined],
  ['constructor', undefined],
])('resolves %s to a file', (address, asset) => {
  expect(assetAt(address, [CAT, DOG])).toBe(asset);
});

it('finds the files of all texture layers and of data by their addresses', () => {
  const urls = ['./cat.png', 'https://example.test/a.png', 'img/dog.png'];
  const commands = [
    { resourceName: 'photos', parsedCommand: { type: 'URL', urls, format: 'rgba8unorm' } },
    { resourceName: 'points', parsedCommand: { type: 'DATA', url: 'cat.png', elementSize: 4 } },
    { resourceName: 'noise', parsedCommand: { type: 'RAND', count: 4 } },
  ] as const;
  expect(usedAssets(commands, [CAT, DOG])).toEqual({
    './cat.png': CAT,
    'img/dog.png': DOG,
    'cat.png': CAT,
  });
});
