import { expect, it } from 'vitest';
import { fileName, frameName, suggestedName } from './fileName.ts';

it.each([
  ['circle-8', 'circle-8.png'],
  ['circle.PNG', 'circle.png'],
  ['a/b\\c:d*e?"<f>|g\n', 'a-b-c-d-e-f-g-.png'],
  [' .hidden. ', 'hidden.png'],
  ['...', 'picture.png'],
  ['', 'picture.png'],
  ['日本語', '日本語.png'],
  ['x'.repeat(300), `${'x'.repeat(100)}.png`],
])('saves %j as %j', (wanted, name) => {
  expect(fileName(wanted, '.png')).toBe(name);
});

it.each([
  ['circle', '', 'circle'],
  ['rings.slang', '', 'rings'],
  ['https://example.test/a/waves.slang', '', 'waves'],
  [null, 'https://example.test/shaders/noise.slang?raw', 'noise'],
  [null, 'https://example.test/user.slang', 'shader'],
  [null, '', 'shader'],
])('suggests for the demo %j at %j the name %j', (demo, uri, name) => {
  expect(suggestedName(demo, uri)).toBe(name);
});

it('names the frames of an archive so that they sort as numbers do', () => {
  expect([frameName(0, 59), frameName(59, 59), frameName(7, 123456)]).toEqual([
    'frame-0000.png',
    'frame-0059.png',
    'frame-000007.png',
  ]);
});
