import { expect, it } from 'vitest';
import { freeNameFor, nameFor, renamedPath } from './assetNames.ts';
import { assetTypeOf, attributeText } from './kinds.ts';

it.each([
  ['cat.png', 'cat.png'],
  ['My photo (1).PNG', 'My-photo-1.png'],
  ['Größe.jpg', 'Gro-e.jpg'],
  ['C:\\pictures\\cat.webp', 'cat.webp'],
  ['../../cat.png', 'cat.png'],
  ['.hidden.bin', 'hidden.bin'],
  ['日本.svg', 'file.svg'],
  [`${'a'.repeat(300)}.npy`, `${'a'.repeat(90)}.npy`],
])('derives a valid name from %s', (file, name) => {
  expect(nameFor(file)).toBe(name);
});

it('finds a free name', () => {
  expect(freeNameFor('cat.png', [])).toBe('cat.png');
  expect(freeNameFor('cat.png', ['cat.png', 'cat2.png'])).toBe('cat3.png');
  expect(freeNameFor('con.png', [])).toBe('file-con.png');
});

it('keeps the extension of a renamed file', () => {
  const cat = { path: 'cat.jpg', type: 'image/jpeg' };
  expect(renamedPath(' dog ', cat, [])).toEqual({ ok: true, value: 'dog.jpg' });
  expect(renamedPath('img/dog.jpeg', cat, [])).toEqual({ ok: true, value: 'img/dog.jpeg' });
  expect(renamedPath('dog.png', cat, [])).toEqual({ ok: true, value: 'dog.png.jpg' });
  expect(renamedPath('dog', cat, ['dog.jpg']).ok).toBe(false);
  expect(renamedPath('', cat, []).ok).toBe(false);
  expect(renamedPath('../dog', cat, []).ok).toBe(false);
});

it('distinguishes images and data from other files by name', () => {
  expect(['a.PNG', 'b.jpeg', 'c.npy', 'd.slang', 'png', 'e.constructor'].map(assetTypeOf)).toEqual([
    'image/png',
    'image/jpeg',
    'application/x-npy',
    null,
    null,
    null,
  ]);
});

it('writes the attribute that refers to a file', () => {
  expect(attributeText({ path: 'img/cat.png', type: 'image/png' })).toBe(
    '[playground::URL("img/cat.png")]',
  );
  expect(attributeText({ path: 'a.bin', type: 'application/octet-stream' })).toBe(
    '[playground::DATA("a.bin")]',
  );
});
