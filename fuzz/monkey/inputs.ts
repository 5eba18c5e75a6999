import { DEMOS } from '#demos/demos.ts';
import { readDemo } from '../../tests/support/compiler.ts';
import {
  flatColor,
  MARKS_IN_AN_ERROR,
  PRINTS_200_MB,
  PRINTS_WIDE_NUMBERS,
} from '../../tests/support/shaders.ts';
import type { MonkeyInputs } from './monkey.ts';

const PRINTS = `import playground;
import printing;

[playground::SLIDER(0.5, 0, 1)]
uniform float level;

[shader("compute")]
[numthreads(4, 1, 1)]
[playground::CALL(4, 1, 1)]
void main(uint3 thread : SV_DispatchThreadID)
{
    printf("thread %d at %f\\n", thread.x, level);
}
`;

/** The listed demos, and sources of which each compiles or fails in another way. */
export async function readMonkeyInputs(): Promise<MonkeyInputs> {
  const listed = DEMOS.filter(({ url }) => url !== '');
  const demos = await Promise.all(
    listed.map(async ({ name, url }) => [name, await readDemo(url)] as const),
  );
  const flat = flatColor('0.2, 0.6, 1.0, 1.0');
  return {
    demos: Object.fromEntries(demos),
    first: await readDemo('circle'),
    sources: {
      'a flat colour': flat,
      'a slider that prints': PRINTS,
      'a syntax error': flat.replace('{ return', '{ retrun'),
      'an unknown name': flat.replace('pixel,', 'pixell,'),
      'no entry point': 'float f() { return 1; }\n',
      'no text': ' ',
      prose: 'Dear compiler,\n\tß, 漢字, 🎉 and \u202e back.\n',
      'what planRun refuses': flat.replace('playground::CALL::SIZE_OF', 'playground::CALL::SIZES'),
      'a literal that is printed for 200 MB': PRINTS_200_MB,
      'numbers that are printed for 4 MB': PRINTS_WIDE_NUMBERS,
      'a hundred thousand marks in an error': MARKS_IN_AN_ERROR,
      'a thousand lines': `${flat}\n${'// A line that says nothing.\n'.repeat(1000)}`,
    },
  };
}
