const CALL = '[playground::CALL(1, 1, 1)] [playground::CALL::ONCE]';

export const say = (
  body: string,
  { imports = 'import playground;\nimport printing;', call = CALL } = {},
) =>
  `${imports}
RESOURCES
[shader("compute")]
[numthreads(1, 1, 1)]
${call}
void say()
{
    ${body}
}
`.replace('RESOURCES\n', '');

export interface QuickFixCase {
  readonly title: string;
  readonly source: string;
  readonly at: string;
  readonly fix: string;
  readonly printed: string;
}

/** Errors that a quick fix corrects, with the output of the corrected shader. */
export const QUICK_FIX_CASES: readonly QuickFixCase[] = [
  {
    title: 'an entry point that is never dispatched',
    source: say('printf("called");', { call: '' }),
    at: 'say',
    fix: 'Add [playground::CALL(1, 1, 1)] [playground::CALL::ONCE]',
    printed: 'called',
  },
  {
    title: 'a resource without initial content',
    source: say('printf("%g", data[3]);').replace(
      '[shader',
      'RWStructuredBuffer<float> data;\n[shader',
    ),
    at: 'data',
    fix: 'Add [playground::ZEROS(1024)]',
    printed: '0',
  },
  {
    title: 'an attribute that does not fit',
    source: say('printf("%.1f", height);').replace(
      '[shader',
      '[playground::ZEROS(4)] uniform float height;\n[shader',
    ),
    at: 'playground::ZEROS',
    fix: 'Change it to [playground::SLIDER(0.5, 0.0, 1.0)]',
    printed: '0.5',
  },
  {
    title: 'a missing import',
    source: say('printf("imported");', { imports: 'import playground;' }),
    at: 'printf',
    fix: 'Add import printing;',
    printed: 'imported',
  },
  {
    title: 'a texture of several components that is read and written',
    source: say('canvas[uint2(0)] = float4(1); printf("stored");').replace(
      '[shader',
      '[playground::BLACK(4, 4)] RWTexture2D<float4> canvas;\n[shader',
    ),
    at: 'RWTexture2D',
    fix: 'Only write it: WTexture2D',
    printed: 'stored',
  },
  {
    title: 'a texture that is read and written, of which one component is wanted',
    source: say(
      'canvas[uint2(0)] = canvas[uint2(1)] + 1; printf("%g", canvas[uint2(0)].x);',
    ).replace('[shader', '[playground::BLACK(4, 4)] RWTexture2D<float4> canvas;\n[shader'),
    at: 'RWTexture2D',
    fix: 'Keep one component: [format("r32f")]',
    printed: '1',
  },
  {
    title: 'a resource that does not exist',
    source: say('printf("%g", heights[0]);', {
      call: '[playground::CALL::SIZE_OF("hights")] [playground::CALL::ONCE]',
    }).replace('[shader', '[playground::ZEROS(1)] RWStructuredBuffer<float> heights;\n[shader'),
    at: '"hights"',
    fix: 'Change it to "heights"',
    printed: '0',
  },
  {
    title: 'an old printMain',
    source: 'void printMain()\n{\n    printf("migrated");\n}\n',
    at: 'printMain',
    fix: 'Make printMain an entry point that runs once',
    printed: 'migrated',
  },
  {
    title: 'an argument of printf that is of another kind',
    source: say('printf("%d", 0.5);'),
    at: '%d',
    fix: 'Change it to %f',
    printed: '0.500000',
  },
  {
    title: 'fewer arguments of printf than the format has',
    source: say('printf("%d and %d", 7);'),
    at: '%d and',
    fix: 'Add 0',
    printed: '7 and 0',
  },
  {
    title: 'more arguments of printf than the format has',
    source: say('printf("%d", 7, 8);'),
    at: '7, 8',
    fix: 'Remove the last value',
    printed: '7',
  },
  {
    title: 'an attribute that does not exist',
    source: say('printf("%d", int(time < 0.0));').replace(
      '[shader',
      '[playground::TIMES] uniform float time;\n[shader',
    ),
    at: 'playground::TIMES',
    fix: 'Change it to TIME',
    printed: '0',
  },
  {
    title: 'two calls of one entry point',
    source: say('printf("called");', {
      call: '[playground::CALL(1, 1, 1)] [playground::CALL(2, 2, 2)] [playground::CALL::ONCE]',
    }),
    at: 'playground::CALL(1',
    fix: 'Remove playground::CALL(1, 1, 1)',
    printed: 'calledcalledcalledcalledcalledcalledcalledcalled',
  },
  {
    title: 'an indirect call by a buffer that does not exist',
    source: say('printf("called");', {
      call: '[playground::CALL_INDIRECT("group", 0)] [playground::CALL::ONCE]',
    }).replace(
      '[shader',
      `[playground::ZEROS(3)] RWStructuredBuffer<uint> groups;
[shader("compute")]
[numthreads(3, 1, 1)]
[playground::CALL(3, 1, 1)] [playground::CALL::ONCE]
void count(uint3 at : SV_DispatchThreadID)
{
    groups[at.x] = 1;
}

[shader`,
    ),
    at: '"group"',
    fix: 'Change it to "groups"',
    printed: 'called',
  },
];
