import { encodePng } from '../../scripts/generate/png.ts';
import { readDemo } from '../../tests/support/compiler.ts';
import type { TestFile } from '../../tests/support/fileDrop.ts';
import {
  flatColor,
  MARKS_IN_AN_ERROR,
  PRINTS_200_MB,
  PRINTS_WIDE_NUMBERS,
} from '../../tests/support/shaders.ts';

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

const GLSL = `void mainImage(out vec4 color, in vec2 at)
{
    vec2 uv = at / iResolution.xy;
    color = vec4(uv, 0.5 + 0.5 * sin(iTime), 1.0);
}
`;

export interface MonkeyInputs {
  /** Sources to paste, by name: each compiles or fails in a different way. */
  readonly sources: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, readonly TestFile[]>>;
}

export async function readMonkeyInputs(): Promise<MonkeyInputs> {
  const flat = flatColor('0.2, 0.6, 1.0, 1.0');
  const picture = encodePng({ width: 2, height: 1, data: Uint8Array.from([255, 0, 0, 0, 0, 255]) });
  return {
    sources: {
      'a demo': await readDemo('circle'),
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
      'another language': GLSL,
    },
    files: {
      'a module': [
        { name: 'noise.slang', content: 'module noise;\npublic float noise() { return 1; }\n' },
      ],
      'a main file and a module': [
        { name: 'user.slang', content: flat },
        { name: 'shapes.slang', content: 'module shapes;\n' },
      ],
      'a picture': [{ name: 'picture.png', content: picture }],
      'bytes and prose': [
        { name: 'data.bin', content: Uint8Array.from({ length: 64 }, (_, at) => at * 4) },
        { name: 'notes.txt', content: 'Dear compiler,\n' },
      ],
      'another language': [{ name: 'wave.glsl', content: GLSL }],
      'a zip that is none': [{ name: 'project.zip', content: 'PK' }],
    },
  };
}
