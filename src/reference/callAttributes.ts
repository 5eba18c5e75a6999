import type { AttributeReference } from './attributeReference.ts';
import call from './examples/call.slang?raw';
import callIndirect from './examples/call_indirect.slang?raw';
import callOnce from './examples/call_once.slang?raw';
import callSizeOf from './examples/call_size_of.slang?raw';

const ENTRY_POINT = 'A compute entry point, one with `[shader("compute")]` and `[numthreads(…)]`.';

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
      'Runs the entry point in every frame, on so many threads. They are divided by the size of a thread group and rounded up, so that a few more may run.',
    example: call,
  },
  {
    name: 'CALL::SIZE_OF',
    arguments: [
      {
        type: 'string',
        name: 'resourceName',
        meaning: 'name of a buffer or of a texture',
        sample: '"outputTexture"',
      },
    ],
    appliesTo: ENTRY_POINT,
    meaning:
      'Runs the entry point in every frame, on one thread for each element of a buffer or each texel of a texture (width × height × depth), rounded up to whole groups. `CALL_SIZE_OF` is the same.',
    example: callSizeOf,
  },
  {
    name: 'CALL_INDIRECT',
    arguments: [
      { type: 'string', name: 'bufferName', meaning: 'name of a buffer', sample: '"groups"' },
      {
        type: 'int',
        name: 'offset',
        meaning: 'bytes from its start, a multiple of 4',
        sample: '0',
      },
    ],
    appliesTo: ENTRY_POINT,
    meaning:
      'Runs the entry point in every frame, on as many groups as three `uint` in a buffer say: along x, y and z. They count groups, not threads, and an entry point before may write them. The entry point itself cannot use that buffer.',
    example: callIndirect,
  },
  {
    name: 'CALL::ONCE',
    arguments: [],
    appliesTo: `${ENTRY_POINT} It goes with one of the attributes above.`,
    meaning:
      'Runs the entry point in frame 0 only: the first after Run, and after a reset. Where nothing else is called, playback pauses, so that what was drawn or printed stays. `CALL_ONCE` is the same.',
    example: callOnce,
  },
];
