import { expect, it } from 'vitest';
import { fileName, frameName } from '#tools/capture/picture/pictureWork.ts';

it.each([
  ['circle-8', 'circle-8.png'],
  ['circle.PNG', 'circle.png'],
  ['a/b\\c:d*e?"<f>|g\n', 'a-b-c-d-e-f-g-.png'],
  [' .hidden. ', 'hidden.png'],
  ['...', 'picture.png'],
  ['', 'picture.png'],
  ['日本語', '日本語.png'],
  ['x'.repeat(300), `${'x'.repeat(100)}.png`],
  ['影'.repeat(300), `${'影'.repeat(80)}.png`],
])('saves %j as %j', (wanted, name) => {
  expect(fileName(wanted, '.png')).toBe(name);
});

it('names the frames of an archive so that they sort by number', () => {
  expect([frameName(0, 59), frameName(59, 59), frameName(7, 123456)]).toEqual([
    'frame-0000.png',
    'frame-0059.png',
    'frame-000007.png',
  ]);
});
