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
      'The seconds since Run. They stand still while playback is paused or the page is hidden, start over when the frame is reset to 0, and a step of one frame is a sixtieth of a second.',
    example: time,
  },
  {
    name: 'FRAME_ID',
    arguments: [],
    appliesTo: SCALAR,
    meaning: 'The number of the frame. The first after Run, and after a reset, is 0.',
    example: frameId,
  },
  {
    name: 'MOUSE_POSITION',
    arguments: [],
    appliesTo: 'A uniform vector of four: `float4`, `int4`.',
    meaning:
      '`xy` is the position while the button is down, and stays where it was let go. `zw` is where the button was last pressed: `z` is negative while it is down, and `w` is negative once it was pressed at all. Positions count the picture’s pixels from the top left, with y down. Touch and pen count as a mouse.',
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
    meaning: '1 while the key is held, else 0. What is typed into the editor does not count.',
    example: key,
  },
  {
    name: 'SLIDER',
    arguments: [
      { type: 'float', name: 'initial', meaning: 'value at first', sample: '0.5' },
      { type: 'float', name: 'minimum', meaning: 'value at the left end', sample: '0.0' },
      { type: 'float', name: 'maximum', meaning: 'value at the right end', sample: '1.0' },
    ],
    appliesTo:
      'A uniform of type `float`. In an array of them, each element gets a slider of its own.',
    meaning:
      'A slider of 200 steps in the Uniforms tab. It acts at once, and the next Run keeps what was set under the uniform’s name.',
    example: slider,
  },
  {
    name: 'COLOR_PICK',
    arguments: [
      { type: 'float', name: 'red', meaning: 'at first, from 0 to 1', sample: '1.0' },
      { type: 'float', name: 'green', meaning: 'at first, from 0 to 1', sample: '0.5' },
      { type: 'float', name: 'blue', meaning: 'at first, from 0 to 1', sample: '0.2' },
    ],
    appliesTo:
      'A uniform of type `float3`, or `float4`, whose fourth element is 1. In an array of them, each element gets a picker of its own.',
    meaning:
      'A colour picker in the Uniforms tab. It acts at once, and the next Run keeps what was set under the uniform’s name.',
    example: colorPick,
  },
];
