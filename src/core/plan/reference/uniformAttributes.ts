import type { AttributeReference } from './attributeReference.ts';
import colorPick from './examples/color_pick.slang?raw';
import frameId from './examples/frame_id.slang?raw';
import key from './examples/key.slang?raw';
import mousePosition from './examples/mouse_position.slang?raw';
import slider from './examples/slider.slang?raw';
import time from './examples/time.slang?raw';

const SCALAR = 'A uniform of type `float`, `int` or `uint`.';

export const UNIFORM_ATTRIBUTES: readonly AttributeReference[] = [
  {
    name: 'TIME',
    arguments: [],
    appliesTo: SCALAR,
    meaning:
      'The seconds since Run. The time stops while playback is paused or the page is hidden, and restarts at 0 when you reset the frame. A single step adds 1/60 of a second.',
    example: time,
  },
  {
    name: 'FRAME_ID',
    arguments: [],
    appliesTo: SCALAR,
    meaning: 'The frame number. The first frame after Run or a reset is 0.',
    example: frameId,
  },
  {
    name: 'MOUSE_POSITION',
    arguments: [],
    appliesTo: 'A uniform vector with four elements, such as `float4` or `int4`.',
    meaning:
      '`xy` is the position while the button is down; after release it keeps the last position. `zw` is the position of the last press: `z` is negative while the button is down, and `w` is negative once the button has been pressed. Positions are in pixels of the picture, from the top left, with y down. Touch and pen count as a mouse.',
    example: mousePosition,
  },
  {
    name: 'KEY',
    arguments: [
      {
        type: 'string',
        name: 'key',
        meaning:
          'a `KeyboardEvent.key`, such as `a` or `ArrowUp`, or a `KeyboardEvent.code`, such as `KeyA` or `Space`',
        sample: '"Space"',
      },
    ],
    appliesTo: SCALAR,
    meaning: '1 while the key is down, else 0. Typing in the editor does not count.',
    example: key,
  },
  {
    name: 'SLIDER',
    arguments: [
      { type: 'float', name: 'initial', meaning: 'initial value', sample: '0.5' },
      { type: 'float', name: 'minimum', meaning: 'value at the left end', sample: '0.0' },
      { type: 'float', name: 'maximum', meaning: 'value at the right end', sample: '1.0' },
    ],
    appliesTo: 'A uniform `float`. In an array, each element gets its own slider.',
    meaning:
      'Adds a slider with 200 steps to the Uniforms tab. Changes apply at once, and the next Run keeps the value of the uniform with this name.',
    example: slider,
  },
  {
    name: 'COLOR_PICK',
    arguments: [
      { type: 'float', name: 'red', meaning: 'initial value, from 0 to 1', sample: '1.0' },
      { type: 'float', name: 'green', meaning: 'initial value, from 0 to 1', sample: '0.5' },
      { type: 'float', name: 'blue', meaning: 'initial value, from 0 to 1', sample: '0.2' },
    ],
    appliesTo:
      'A uniform `float3`, or `float4`, whose fourth element is 1. In an array, each element gets its own colour picker.',
    meaning:
      'Adds a colour picker to the Uniforms tab. Changes apply at once, and the next Run keeps the value of the uniform with this name.',
    example: colorPick,
  },
];
