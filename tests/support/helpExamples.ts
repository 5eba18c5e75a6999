/**
 * Each Help example with a colour in its picture, the number of its colours, or a part of its text.
 */
export const EXAMPLES: readonly (readonly [
  name: string,
  shows: readonly number[] | number | string,
])[] = [
  ['ZEROS', [242, 117, 64]],
  ['RAND', 200],
  ['DATA', 'Hello from DATA!\n4 elements of 4 bytes\n'],
  ['BLACK', [255, 153, 89]],
  ['BLACK_3D', [0, 0, 38]],
  ['BLACK_SCREEN', [0, 0, 26]],
  ['URL', [235, 70, 90]],
  ['SAMPLER', [18, 24, 48]],
  ['TIME', [255, 153, 77]],
  ['FRAME_ID', [0, 0, 38]],
  ['MOUSE_POSITION', [31, 31, 31]],
  ['KEY', [102, 128, 102]],
  ['SLIDER', [242, 140, 77]],
  ['COLOR_PICK', [88, 176, 255]],
  ['CALL', 'thread 7, in group 1\n'],
  ['CALL::SIZE_OF', [128, 128, 102]],
  ['CALL_INDIRECT', 'group 4 of those asked for\n'],
  ['CALL::ONCE', [140, 191, 230]],
  ['printing', '90      |   1.000|\n'],
  ['drawing', [255, 153, 64]],
];
