import { expect, it } from 'vitest';
import { createMemoryStore } from '../../../../tests/support/assets.ts';
import { DATA_TYPES } from './kinds.ts';
import { describeMissing, readAsset } from './readAsset.ts';

const store = createMemoryStore();
const asset = (path: string, type: string, hash = 'one') => ({ path, type, size: 3, hash });

it('returns images with their type, and data as the bytes for DATA', async () => {
  await store.put('one', new TextEncoder().encode('[1]').buffer);
  const image = await readAsset(asset('a.svg', 'image/svg+xml'), store);
  expect([image.type, await image.text()]).toEqual(['image/svg+xml', '[1]']);
  const data = await readAsset(asset('a.json', DATA_TYPES.json), store);
  expect(await data.arrayBuffer()).toEqual(new Float32Array([1]).buffer);
});

it('names a file whose content is missing or invalid', async () => {
  await expect(readAsset(asset('a.png', 'image/png', 'gone'), store)).rejects.toThrow(
    '"a.png" is in the project, but this browser does not have its content. Add the file again under this name.',
  );
  await expect(readAsset(asset('a.npy', DATA_TYPES.npy), store)).rejects.toThrow(
    '"a.npy" cannot be used. This is not an .npy file',
  );
});

it('says for a relative address that the project does not contain it either', () => {
  expect(describeMissing('img/cat.png', 'a could not be fetched: 404 Not Found')).toBe(
    'a could not be fetched: 404 Not Found. The project has no image or data named "img/cat.png" either: drop the file on the page to add it.',
  );
  for (const address of ['https://a.test/cat.png', '//a.test/cat.png', '/cat.png', 'data:,x']) {
    expect(describeMissing(address, 'No.')).toBe('No.');
  }
});
