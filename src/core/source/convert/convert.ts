import { assertNever } from '#core/util/assertNever.ts';
import { messageOf } from '#core/util/errors.ts';
import { fail, type Result } from '#core/util/result.ts';
import {
  type Conversion,
  explainRefusal,
  type Foreign,
  LONGEST,
  recognize,
  type WantedForm,
} from './conversion.ts';
import { convertHlsl } from './convertHlsl.ts';
import { convertGlsl } from './glsl/convertGlsl.ts';

/** Every result may have this many characters; a larger source may quadruple in length. */
const ALWAYS_ALLOWED = 1_000_000;

/** Converts a source to Slang. Fails with a sentence if it cannot; never throws. */
export function convert(text: string, form: WantedForm = 'auto'): Result<Conversion> {
  if (text.length > LONGEST) {
    const [length, most] = [text.length, LONGEST].map((count) => count.toLocaleString('en'));
    return fail(`The source has ${length} characters; at most ${most} are converted. Shorten it.`);
  }
  const foreign = recognize(text);
  if (foreign) {
    const most = Math.max(4 * text.length, ALWAYS_ALLOWED);
    return convertWithin(most, () => convertAs(foreign, text, form, most));
  }
  return fail(
    explainRefusal(text) ??
      'This is neither a Shadertoy image shader, with mainImage(out vec4 fragColor, in vec2 fragCoord), nor a GLSL fragment shader, with main() and gl_FragColor, nor an HLSL compute shader, with [numthreads(8, 8, 1)].',
  );
}

function convertWithin(most: number, run: () => Result<Conversion>): Result<Conversion> {
  try {
    const converted = run();
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

function convertAs(
  foreign: Foreign,
  text: string,
  form: WantedForm,
  most: number,
): Result<Conversion> {
  const refuseLength = (length: number) => (length > most ? explainLength(most) : null);
  switch (foreign) {
    case 'shadertoy':
      return convertGlsl(text, { drawing: 'mainImage', form, refuseLength });
    case 'glsl-fragment':
      return convertGlsl(text, { drawing: 'main', form: 'fragment', refuseLength });
    case 'hlsl-compute':
      return convertHlsl(text);
    default:
      return assertNever(foreign);
  }
}
