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
  'A `StructuredBuffer` or `RWStructuredBuffer` of any element type. Also a `ByteAddressBuffer` or `RWByteAddressBuffer`, whose elements are words of 4 bytes.';
const WRITTEN_TEXTURE =
  'A 2D texture that the shader writes: `WTexture2D`, or, to read it as well, an `RWTexture2D` with one component (`float`, `int` or `uint`).';

export const RESOURCE_ATTRIBUTES: readonly AttributeReference[] = [
  {
    name: 'ZEROS',
    arguments: [
      {
        type: 'int',
        name: 'count',
        meaning: 'number of elements',
        sample: '1024',
      },
    ],
    appliesTo: ANY_BUFFER,
    meaning: 'Creates a buffer of zeros. It keeps what the shader writes until the next Run.',
    example: zeros,
  },
  {
    name: 'RAND',
    arguments: [{ type: 'int', name: 'count', meaning: 'number of floats', sample: '1024' }],
    appliesTo: 'A structured buffer of `float`.',
    meaning:
      'Fills a buffer with random numbers from 0 up to, but not including, 1. Each Run creates new ones.',
    example: rand,
  },
  {
    name: 'DATA',
    arguments: [
      {
        type: 'string',
        name: 'url',
        meaning:
          'name of a data file of the project, or address of a file, absolute or relative to the shader, or a `data:` address',
        sample: '"data:text/plain,Hello, Slang!"',
      },
    ],
    appliesTo: ANY_BUFFER,
    meaning:
      'Fills a buffer with the bytes of a file, truncated to whole elements. A `.npy` file of the project is read without its header, and the numbers of a `.json` file become 32-bit floats. A file from another site needs that site’s permission (CORS). The limit is 256 MiB.',
    example: data,
  },
  {
    name: 'BLACK',
    arguments: [
      { type: 'int', name: 'width', meaning: 'in texels', sample: '512' },
      { type: 'int', name: 'height', meaning: 'in texels', sample: '512' },
    ],
    appliesTo: WRITTEN_TEXTURE,
    meaning: 'Creates a texture of zeros with a fixed size.',
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
      'A 3D texture or 2D texture array that the shader writes: `WTexture3D`, `RWTexture3D`, `WTexture2DArray` or `RWTexture2DArray`. Also a 3D texture of floats that it samples: `Texture3D`.',
    meaning: 'Creates a texture of zeros with depth.',
    example: black3d,
  },
  {
    name: 'BLACK_SCREEN',
    arguments: [
      {
        type: 'float',
        name: 'widthScale',
        meaning: 'width as a multiple of the picture’s width',
        sample: '1.0',
      },
      {
        type: 'float',
        name: 'heightScale',
        meaning: 'height as a multiple of the picture’s height',
        sample: '1.0',
      },
    ],
    appliesTo: WRITTEN_TEXTURE,
    meaning:
      'Creates a texture of zeros whose size is a multiple of the picture’s size. When the picture is resized, the texture is too, and keeps the texels that both sizes have, from texel (0, 0) on.',
    example: blackScreen,
  },
  {
    name: 'URL',
    arguments: [
      {
        type: 'string',
        name: 'url',
        meaning:
          'name of an image of the project, or address of an image, absolute or relative to the shader, or a `data:` address',
        sample: '"mountains.png"',
      },
    ],
    appliesTo:
      'A 2D texture of floats that the shader reads or samples: `Texture2D`. Give a `Texture2DArray` one attribute per layer.',
    meaning:
      'Loads an image in its own size and any format that the browser can decode. Row 0 is the top row. All layers of an array must have the same size. An image from another site needs that site’s permission (CORS).',
    example: url,
  },
  {
    name: 'SAMPLER',
    arguments: [],
    appliesTo: 'A `SamplerState`.',
    meaning:
      'Creates a sampler with linear filtering and repeat addressing. A sampler without an attribute gets the same.',
    example: sampler,
  },
];
