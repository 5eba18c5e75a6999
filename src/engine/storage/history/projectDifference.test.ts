import { expect, it } from 'vitest';
import {
  assetDifferences,
  charactersOf,
  fileDifferences,
  lineDifferenceOf,
} from './projectDifference.ts';

const asset = (path: string, hash: string) => ({ path, type: 'image/png', size: 1, hash });
const FROM = {
  text: 'main',
  files: [
    { path: 'kept.slang', text: 'one' },
    { path: 'gone.slang', text: 'a\nb' },
  ],
  assets: [asset('old.png', '1'), asset('changed.png', '2'), asset('same.png', '3')],
};
const TO = {
  text: 'main\nmore',
  files: [
    { path: 'new.slang', text: 'c' },
    { path: 'kept.slang', text: 'one' },
  ],
  assets: [asset('new.png', '1'), asset('changed.png', '4'), asset('same.png', '3')],
};

it('lists the files that a version adds, changes and removes, the main file first', () => {
  expect(fileDifferences(FROM, TO).map(({ path, kind }) => [path, kind])).toEqual([
    ['user.slang', 'changed'],
    ['new.slang', 'added'],
    ['kept.slang', 'same'],
    ['gone.slang', 'removed'],
  ]);
});

it('counts the lines and characters of all files', () => {
  expect(lineDifferenceOf(FROM, TO)).toEqual({ added: 2, removed: 2 });
  expect(charactersOf(FROM)).toBe(10);
});

it('names the images and data that differ', () => {
  expect(assetDifferences(FROM, TO)).toEqual([
    'new.png (added)',
    'changed.png (changed)',
    'old.png (removed)',
  ]);
});
