import { expect, it } from 'vitest';
import { checkFilePath, checkPath, freePath } from './names.ts';

const TAKEN = ['noise.slang', 'lib/shapes.slang', 'my-mod.slang', 'cat.png'];

it.each([
  ['waves', 'waves.slang'],
  ['waves.slang', 'waves.slang'],
  ['  waves ', 'waves.slang'],
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

it.each([
  ['', 'Type a name, such as noise.slang.'],
  [`${'a'.repeat(95)}.slang`, 'The name has 101 characters. Use at most 100.'],
  ['/waves.slang', 'A name does not begin with a slash: all files are in one folder.'],
  [
    'my file.slang',
    'A space cannot be in a file name. Use letters A to Z, digits, “_”, “-” and “.”, and “/” between folders.',
  ],
  [
    'wäves.slang',
    '“ä” cannot be in a file name. Use letters A to Z, digits, “_”, “-” and “.”, and “/” between folders.',
  ],
  ['lib\\waves.slang', '“\\” cannot be in a file name. Put / between folders.'],
  [
    '🌊.slang',
    '“🌊” cannot be in a file name. Use letters A to Z, digits, “_”, “-” and “.”, and “/” between folders.',
  ],
  ['lib//waves.slang', 'A folder or file in the name is empty. Put a name on both sides of /.'],
  ['lib/', 'A folder or file in the name is empty. Put a name on both sides of /.'],
  ['../waves.slang', '“..” is not a name. Write the path without it.'],
  ['./waves.slang', '“.” is not a name. Write the path without it.'],
  ['.slang', '“.slang” begins with a dot. Begin with a letter or a digit.'],
  ['lib./waves.slang', '“lib.” ends in a dot. End it with a letter or a digit.'],
  ['aux.slang', '“aux” is reserved: Windows cannot save such a file. Choose another name.'],
  [
    'dev/waves.slang',
    'The folder dev is reserved in the compiler’s file system. Choose another name.',
  ],
  [
    'waves.txt',
    '“waves.txt” is not a source file. Its name must end in .slang, .slangh, .hlsl or .h.',
  ],
  ['user.slang', 'user.slang is the main file. Choose another name.'],
  ['noise.slang', 'There is already a file noise.slang. Choose another name.'],
  [
    'Noise',
    'Noise.slang and noise.slang would be the same file in an import or on disk. Choose another name.',
  ],
  [
    'my_mod',
    'my_mod.slang and my-mod.slang would be the same file in an import or on disk. Choose another name.',
  ],
  [
    'noise.slang/waves',
    'noise.slang is a file, so no folder can have its name. Choose another name.',
  ],
  [
    'playground',
    'playground is a built-in module, which this file would hide. Choose another name.',
  ],
  [
    'lib/printing',
    'printing is a built-in module, which this file would hide. Choose another name.',
  ],
  [
    'Rendering.slang',
    'rendering is a built-in module, which this file would hide. Choose another name.',
  ],
  ['glsl', 'glsl is a built-in module, which this file would hide. Choose another name.'],
  ['playground-probe', 'The compiler itself uses the name playground_probe. Choose another name.'],
])('rejects %j: %s', (typed, error) => {
  expect(checkFilePath(typed, TAKEN)).toEqual({ ok: false, error });
});

it('accepts an image without a source extension, but not with the name of another file or folder', () => {
  expect(checkPath('dog.png', TAKEN)).toEqual({ ok: true, value: 'dog.png' });
  expect(checkPath('CAT.png', TAKEN).ok).toBe(false);
  expect(checkPath('lib', TAKEN)).toEqual({
    ok: false,
    error: 'lib is a folder, so no file can have its name. Choose another name.',
  });
});

it.each([
  ['waves.slang', 'waves.slang'],
  ['noise.slang', 'noise2.slang'],
  ['user.slang', 'user2.slang'],
  ['lib/shapes.slang', 'lib/shapes2.slang'],
  ['NOISE.slang', 'NOISE2.slang'],
])('derives a free path from %j: %j', (wanted, path) => {
  expect(freePath(wanted, TAKEN)).toBe(path);
});

it('does not exceed the maximum length of a name', () => {
  const longest = `${'a'.repeat(94)}.slang`;
  expect(freePath(longest, [longest])).toBe(`${'a'.repeat(93)}2.slang`);
});

it('continues from a number in the name', () => {
  expect(freePath('noise2.slang', ['noise2.slang', 'noise3.slang'])).toBe('noise4.slang');
});
