import type { AttributeReference } from './attributeReference.ts';
import call from './examples/call.slang?raw';
import callIndirect from './examples/call_indirect.slang?raw';
import callOnce from './examples/call_once.slang?raw';
import callSizeOf from './examples/call_size_of.slang?raw';

const ENTRY_POINT = 'A compute entry point, with `[shader("compute")]` and `[numthreads(…)]`.';

export const CALL_ATTRIBUTES: readonly AttributeReference[] = [
  {
    name: 'CALL',
    arguments: [
      { type: 'int', name: 'x', meaning: 'threads along x', sample: '1' },
      { type: 'int', name: 'y', meaning: 'threads along y', sample: '1' },
      { type: 'int', name: 'z', meaning: 'threads along z', sample: '1' },
    ],
    appliesTo: ENTRY_POINT,
    meaning:
      'Runs the entry point in every frame on this many threads. The number is rounded up to whole thread groups, so a few more threads may run.',
    example: call,
  },
  {
    name: 'CALL::SIZE_OF',
    arguments: [
      {
        type: 'string',
        name: 'resourceName',
        meaning: 'name of a buffer or texture',
        sample: '"outputTexture"',
      },
    ],
    appliesTo: ENTRY_POINT,
    meaning:
      'Runs the entry point in every frame on one thread for each element of a buffer or texel of a texture (width × height × depth), rounded up to whole thread groups. `CALL_SIZE_OF` is an alias.',
    example: callSizeOf,
  },
  {
    name: 'CALL_INDIRECT',
    arguments: [
      { type: 'string', name: 'bufferName', meaning: 'name of a buffer', sample: '"groups"' },
      {
        type: 'int',
        name: 'offset',
        meaning: 'byte offset into the buffer, a multiple of 4',
        sample: '0',
      },
    ],
    appliesTo: ENTRY_POINT,
    meaning:
      'Runs the entry point in every frame on as many thread groups along x, y and z as three `uint` values in a buffer give. An earlier entry point can write these values. The entry point itself cannot use that buffer.',
    example: callIndirect,
  },
  {
    name: 'CALL::ONCE',
    arguments: [],
    appliesTo: `${ENTRY_POINT} Combine it with one of the attributes above.`,
    meaning:
      'Runs the entry point only in frame 0, the first frame after Run or a reset. If all entry points have this attribute, playback pauses after frame 0, so the picture and the printed text stay. `CALL_ONCE` is an alias.',
    example: callOnce,
  },
];
