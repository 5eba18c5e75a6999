import { expect, it } from 'vitest';
import { dataFiles } from './dataFiles.ts';

it('gives files unique names that are valid on any disk', () => {
  const png = new Blob(['x'], { type: 'image/png' });
  const addresses = [
    'cat.png',
    'https://example.test/pictures/cat.png?size=2',
    'data:image/png;base64,eA==',
    '../../etc/pass wd',
    'CON:<>.JPG',
    'CAT.PNG',
  ];
  const files = dataFiles({ contents: new Map(addresses.map((each) => [each, png])) });
  expect(Array.from(files, ([, { path }]) => path)).toEqual([
    'files/cat.png',
    'files/2-cat.png',
    'files/file.png',
    'files/pass-wd.png',
    'files/CON-.jpg',
    'files/3-CAT.png',
  ]);
});
