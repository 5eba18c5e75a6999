import { assertNever } from '#shared/assertNever.ts';
import { fail, type Result } from '#shared/result.ts';
import type { Sliced } from '#shared/slices.ts';
import type { Conversion } from './conversion.ts';
import { convertGlsl } from './glsl/convertGlsl.ts';
import { convertHlsl } from './hlsl/convertHlsl.ts';
import { explainRefusal, type Foreign, LONGEST, recognize } from './recognize.ts';

/** The source in Slang. Fails with a sentence if it cannot be converted. */
export function* convert(text: string): Sliced<Result<Conversion>> {
  if (text.length > LONGEST) {
    const [length, most] = [text.length, LONGEST].map((count) => count.toLocaleString('en'));
    return fail(`The source has ${length} characters; at most ${most} are converted. Shorten it.`);
  }
  const foreign = recognize(text);
  yield;
  if (foreign) return yield* convertAs(foreign, text);
  return fail(
    explainRefusal(text) ??
      'This is neither a Shadertoy image shader, with mainImage(out vec4 fragColor, in vec2 fragCoord), nor an HLSL compute shader, with [numthreads(8, 8, 1)].',
  );
}

function* convertAs(foreign: Foreign, text: string): Sliced<Result<Conversion>> {
  switch (foreign) {
    case 'shadertoy':
      return yield* convertGlsl(text);
    case 'hlsl-compute':
      return convertHlsl(text);
    default:
      return assertNever(foreign);
  }
}
