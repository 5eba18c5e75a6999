import type { AttributeReference } from './attributeReference.ts';
import black from './examples/black.slang?raw';
import black3d from './examples/black_3d.slang?raw';
import blackScreen from './examples/black_screen.slang?raw';
import data from './examples/data.slang?raw';
import rand from './examples/rand.slang?raw';
import sampler from './examples/sampler.slang?raw';
import url from './examples/url.slang?raw';
import zeros from './examples/zeros.slang?raw';

const ANY_BUFFER =
  'A structured buffer of any element: `StructuredBuffer`, `RWStructuredBuffer`. Also a `ByteAddressBuffer` or `RWByteAddressBuffer`, whose elements are words of four bytes.';
const WRITTEN_TEXTURE =
  'A 2D texture that the shader writes: `WTexture2D`, or `RWTexture2D` of one component (`float`, `int` or `uint`), which it can also read.';

export const RESOURCE_ATTRIBUTES: readonly AttributeReference[] = [
  {
    name: 'ZEROS',
    arguments: [
      {
        type: 'int',
        name: 'count',
        meaning: 'number of elements, whatever their size',
        sample: '1024',
      },
    ],
    appliesTo: ANY_BUFFER,
    meaning: 'Makes a buffer of zeros. It keeps what is written into it until the next Run.',
    example: zeros,
  },
  {
    name: 'RAND',
    arguments: [{ type: 'int', name: 'count', meaning: 'number of floats', sample: '1024' }],
    appliesTo: 'A structured buffer of `float`.',
    meaning:
      'Fills a buffer with random numbers, each at least 0 and less than 1. Every Run makes others.',
    example: rand,
  },
  {
    name: 'DATA',
    arguments: [
      {
        type: 'string',
        name: 'url',
        meaning:
          'address of a file, absolute or relative to the shader; a `data:` address works too',
        sample: '"data:text/plain,Hello, Slang!"',
      },
    ],
    appliesTo: ANY_BUFFER,
    meaning:
      'Fills a buffer with the bytes found at an address, as they are, cut to whole elements. A file of another site needs that site’s permission (CORS); 256 MiB are read at most.',
    example: data,
  },
  {
    name: 'BLACK',
    arguments: [
      { type: 'int', name: 'width', meaning: 'in texels', sample: '512' },
      { type: 'int', name: 'height', meaning: 'in texels', sample: '512' },
    ],
    appliesTo: WRITTEN_TEXTURE,
    meaning: 'Makes a texture of zeros whose size stays, whatever the size of the screen.',
    example: black,
  },
  {
    name: 'BLACK_3D',
    arguments: [
      { type: 'int', name: 'width', meaning: 'in texels', sample: '64' },
      { type: 'int', name: 'height', meaning: 'in texels', sample: '64' },
      {
        type: 'int',
        name: 'depth',
        meaning: 'in texels, or the number of layers of an array',
        sample: '64',
      },
    ],
    appliesTo:
      'A 3D texture or an array of 2D textures that the shader writes: `WTexture3D`, `RWTexture3D`, `WTexture2DArray`, `RWTexture2DArray`. Also a 3D texture of floats that it samples: `Texture3D`.',
    meaning: 'Makes a texture of zeros with depth.',
    example: black3d,
  },
  {
    name: 'BLACK_SCREEN',
    arguments: [
      {
        type: 'float',
        name: 'widthScale',
        meaning: 'width in widths of the screen; 1.0 is as wide',
        sample: '1.0',
      },
      {
        type: 'float',
        name: 'heightScale',
        meaning: 'height in heights of the screen',
        sample: '1.0',
      },
    ],
    appliesTo: WRITTEN_TEXTURE,
    meaning:
      'Makes a texture of zeros as large as the screen, or as a part or a multiple of it. It follows the screen’s size, and keeps its content where the old and the new size overlap, from texel (0, 0) on.',
    example: blackScreen,
  },
  {
    name: 'URL',
    arguments: [
      {
        type: 'string',
        name: 'url',
        meaning:
          'address of an image, absolute or relative to the shader; a `data:` address works too',
        sample: '"mountains.png"',
      },
    ],
    appliesTo:
      'A 2D texture of floats that the shader reads or samples: `Texture2D`. A `Texture2DArray` takes one attribute for each layer.',
    meaning:
      'Loads an image that the browser can decode, at its own size. Its row 0 is the topmost. The layers of an array must have one size. An image of another site needs that site’s permission (CORS).',
    example: url,
  },
  {
    name: 'SAMPLER',
    arguments: [],
    appliesTo: 'A `SamplerState`.',
    meaning:
      'Makes a sampler that filters linearly and repeats past the edges. A sampler without an attribute is the same.',
    example: sampler,
  },
];
