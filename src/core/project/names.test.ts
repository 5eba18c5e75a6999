import { expect, it } from 'vitest';
import { checkFilePath, checkPath, freePath } from './names.ts';

const TAKEN = ['noise.slang', 'lib/shapes.slang', 'my-mod.slang', 'cat.png'];

it.each([
  ['  waves ', 'waves.slang'],
  ['waves.slang', 'waves.slang'],
  ['lib/waves', 'lib/waves.slang'],
  ['lib/deep/er/waves.hlsl', 'lib/deep/er/waves.hlsl'],
  ['shared.h', 'shared.h'],
  ['shared.slangh', 'shared.slangh'],
  ['lib/noise.slang', 'lib/noise.slang'],
  ['lib/user.slang', 'lib/user.slang'],
  ['console.slang', 'console.slang'],
  ['playground2', 'playground2.slang'],
  ['2d.noise.slang', '2d.noise.slang'],
])('accepts %j as %j', (typed, path) => {
  expect(checkFilePath(typed, TAKEN)).toEqual({ ok: true, value: path });
});

const SIGNS =
  'cannot be in a file name. Use letters A to Z, digits, “_”, “-” and “.”, and “/” between folders.';
const EMPTY = 'A folder or file in the name is empty. Put a name on both sides of /.';
const OTHER = 'Choose another name.';
const SAME = `would be the same file in an import or on disk. ${OTHER}`;
const HIDDEN = `is a built-in module, which this file would hide. ${OTHER}`;

it.each([
  ['', 'Type a name, such as noise.slang.'],
  [`${'a'.repeat(95)}.slang`, 'The name has 101 characters. Use at most 100.'],
  ['/waves.slang', 'A name does not begin with a slash: all files are in one folder.'],
  ['my file.slang', `A space ${SIGNS}`],
  ['wäves.slang', `“ä” ${SIGNS}`],
  ['🌊.slang', `“🌊” ${SIGNS}`],
  ['lib\\waves.slang', '“\\” cannot be in a file name. Put / between folders.'],
  ['lib//waves.slang', EMPTY],
  ['lib/', EMPTY],
  ['../waves.slang', '“..” is not a name. Write the path without it.'],
  ['./waves.slang', '“.” is not a name. Write the path without it.'],
  ['.slang', '“.slang” begins with a dot. Begin with a letter or a digit.'],
  ['lib./waves.slang', '“lib.” ends in a dot. End it with a letter or a digit.'],
  ['aux.slang', `“aux” is reserved: Windows cannot save such a file. ${OTHER}`],
  ['dev/waves.slang', `The folder dev is reserved in the compiler’s file system. ${OTHER}`],
  [
    'waves.txt',
    '“waves.txt” is not a source file. Its name must end in .slang, .slangh, .hlsl or .h.',
  ],
  ['user.slang', `user.slang is the main file. ${OTHER}`],
  ['noise.slang', `There is already a file noise.slang. ${OTHER}`],
  ['Noise', `Noise.slang and noise.slang ${SAME}`],
  ['my_mod', `my_mod.slang and my-mod.slang ${SAME}`],
  ['noise.slang/waves', `noise.slang is a file, so no folder can have its name. ${OTHER}`],
  ['playground', `playground ${HIDDEN}`],
  ['lib/printing', `printing ${HIDDEN}`],
  ['Rendering.slang', `rendering ${HIDDEN}`],
  ['glsl', `glsl ${HIDDEN}`],
  ['playground-probe', `The compiler itself uses the name playground_probe. ${OTHER}`],
])('rejects %j: %s', (typed, error) => {
  expect(checkFilePath(typed, TAKEN)).toEqual({ ok: false, error });
});

it('accepts an image without a source extension, but not with the name of another file or folder', () => {
  expect(checkPath('dog.png', TAKEN)).toEqual({ ok: true, value: 'dog.png' });
  expect(checkPath('CAT.png', TAKEN).ok).toBe(false);
  const error = `lib is a folder, so no file can have its name. ${OTHER}`;
  expect(checkPath('lib', TAKEN)).toEqual({ ok: false, error });
});

it.each([
  ['waves.slang', TAKEN, 'waves.slang'],
  ['noise.slang', TAKEN, 'noise2.slang'],
  ['user.slang', TAKEN, 'user2.slang'],
  ['lib/shapes.slang', TAKEN, 'lib/shapes2.slang'],
  ['NOISE.slang', TAKEN, 'NOISE2.slang'],
  ['noise2.slang', ['noise2.slang', 'noise3.slang'], 'noise4.slang'],
  [`${'a'.repeat(94)}.slang`, [`${'a'.repeat(94)}.slang`], `${'a'.repeat(93)}2.slang`],
])('derives a free path of at most 100 characters from %j beside %j: %j', (wanted, taken, path) => {
  expect(freePath(wanted, taken)).toBe(path);
});
