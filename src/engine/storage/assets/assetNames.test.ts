import { expect, it } from 'vitest';
import { freeNameFor, nameFor, renamedPath, usesOf } from './assetNames.ts';
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
  const renamed = (name: string, others: string[] = []) => {
    const path = renamedPath(name, cat, others);
    return path.ok ? path.value : null;
  };
  const names = [' dog ', 'img/dog.jpeg', 'dog.png'].map((name) => renamed(name));
  expect(names).toEqual(['dog.jpg', 'img/dog.jpeg', 'dog.png.jpg']);
  expect([renamed('dog', ['dog.jpg']), renamed(''), renamed('../dog')]).toEqual([null, null, null]);
});

it('distinguishes images and data from other files by name', () => {
  const types = ['image/png', 'image/jpeg', 'application/x-npy'];
  expect(['a.PNG', 'b.jpeg', 'c.npy'].map(assetTypeOf)).toEqual(types);
  expect(['d.slang', 'png', 'e.constructor'].map(assetTypeOf)).toEqual([null, null, null]);
});

it('writes the attribute that refers to a file', () => {
  const data = 'application/octet-stream';
  const url = '[playground::URL("img/cat.png")]';
  expect(attributeText({ path: 'img/cat.png', type: 'image/png' })).toBe(url);
  expect(attributeText({ path: 'a.bin', type: data })).toBe('[playground::DATA("a.bin")]');
});

const CAT = { path: 'cat.png', type: 'image/png', size: 4, hash: 'one' };

const MAIN = `import playground;
// [playground::URL("cat.png")] in a comment
[playground::URL("./cat.png")] Texture2D<float4> photo;
[playground::URL("cat.png2")] Texture2D<float4> other;
struct Layers {
  [playground::URL("dog.png")] [playground::URL("cat.png")] Texture2DArray<float4> both;
};
`;

it('names the parameters of all files that use an image, with their positions', () => {
  const text = '\n[playground::DATA("cat.png")]\nStructuredBuffer<uint> raw;';
  const files = [{ path: 'lib/more.slang', text }];
  expect(usesOf(CAT, { text: MAIN, files })).toEqual([
    { parameter: 'photo', path: 'user.slang', line: 3 },
    { parameter: 'both', path: 'user.slang', line: 6 },
    { parameter: 'raw', path: 'lib/more.slang', line: 2 },
  ]);
  expect(usesOf({ ...CAT, path: 'unused.png' }, { text: MAIN, files })).toEqual([]);
});
