import { assertNever } from '#core/util/assertNever.ts';
import { messageOf } from '#core/util/errors.ts';
import { fail, type Result } from '#core/util/result.ts';
import { type Conversion, explainRefusal, type Foreign, LONGEST, recognize } from './conversion.ts';
import { convertHlsl } from './convertHlsl.ts';
import { convertGlsl } from './glsl/convertGlsl.ts';

/** Every result may have this many characters; a larger source may quadruple in length. */
const ALWAYS_ALLOWED = 1_000_000;

/** Converts a source to Slang. Fails with a sentence if it cannot; never throws. */
export function convert(text: string): Result<Conversion> {
  if (text.length > LONGEST) {
    const [length, most] = [text.length, LONGEST].map((count) => count.toLocaleString('en'));
    return fail(`The source has ${length} characters; at most ${most} are converted. Shorten it.`);
  }
  const foreign = recognize(text);
  if (foreign) return convertWithin(Math.max(4 * text.length, ALWAYS_ALLOWED), foreign, text);
  return fail(
    explainRefusal(text) ??
      'This is neither a Shadertoy image shader, with mainImage(out vec4 fragColor, in vec2 fragCoord), nor an HLSL compute shader, with [numthreads(8, 8, 1)].',
  );
}

function convertWithin(most: number, foreign: Foreign, text: string): Result<Conversion> {
  try {
    const converted = convertAs(foreign, text, most);
    return converted.ok && converted.value.text.length > most
      ? fail(explainLength(most))
      : converted;
  } catch (thrown) {
    // Only a stack overflow is expected here: readers return a failure for what they cannot read.
    return fail(
      thrown instanceof RangeError
        ? 'This source cannot be converted: its expressions or statements are nested too deeply. Split them into variables and functions, then convert again.'
        : `This source cannot be converted. The converter failed: ${messageOf(thrown)} Keep the source as it is, or report this.`,
    );
  }
}

function explainLength(most: number): string {
  return `The converted source would have more than ${most.toLocaleString('en')} characters, which is the limit. Use fewer or shorter macros, then convert again.`;
}

function convertAs(foreign: Foreign, text: string, most: number): Result<Conversion> {
  switch (foreign) {
    case 'shadertoy':
      return convertGlsl(text, (length) => (length > most ? explainLength(most) : null));
    case 'hlsl-compute':
      return convertHlsl(text);
    default:
      return assertNever(foreign);
  }
}
