import { describe, expect, it } from 'vitest';
import { PART_SIZE } from './lineMap.ts';
import { mapLines } from './mapLines.ts';

/** Maps HLSL and returns the mapped parts of its lines as `code <- line: source`. */
function partsOf(source: string, hlsl: string): string[] {
  const { parts } = mapLines({
    output: { target: 'HLSL', code: hlsl },
    relatives: [],
    sources: { '/user.slang': source },
    libraries: {},
  });
  const found: string[] = [];
  for (let at = 0; at < parts.length; at += PART_SIZE) {
    const [code = 0, from, to, , line = 0, sourceFrom, sourceTo] = parts.subarray(at);
    const part = hlsl.split('\n')[code - 1]?.slice(from, to);
    const origin = source.split('\n')[line - 1]?.slice(sourceFrom, sourceTo);
    found.push(`${part} <- ${line}: ${origin}`);
  }
  return found.sort();
}

/** HLSL of a function that begins and continues at these lines of the source. */
const hlslOf = (from: number, header: string, line: number, ...statements: string[]) =>
  `#line ${from} "user.slang"\n${header}\n{\n\n#line ${line}\n    ${statements.join('\n    ')}\n}\n`;

describe('a line of code', () => {
  it('maps to all variables that were folded into its expression', () => {
    const source = `float wave(float x)
{
    float first = sin(x * 12.75);
    float second = cos(x * 3.125);
    return first - second;
}`;
    const folded = 'return sin(x_0 * 12.75f) - cos(x_0 * 3.125f);';
    expect(partsOf(source, hlslOf(1, 'float wave_0(float x_0)', 5, folded))).toEqual([
      '- <- 5: -',
      'cos(x_0 * 3.125f) <- 4: cos(x * 3.125)',
      'sin(x_0 * 12.75f) <- 3: sin(x * 12.75)',
    ]);
  });

  it('maps to variables whose expressions contain no number or call', () => {
    const source = 'float f(float x, float y)\n{\n    float a = x * y;\n    return a + y;\n}';
    const hlsl = hlslOf(1, 'float f_0(float x_0, float y_0)', 4, 'return x_0 * y_0 + y_0;');
    expect(partsOf(source, hlsl)).toEqual(['+ y_0 <- 4: + y', 'x_0 * y_0 <- 3: x * y']);
  });

  it('maps to the body of an inlined function and to its call', () => {
    const source = `float inner(float value)
{
    return value * 5.4375;
}
float outer(float x)
{
    float y = inner(x - 7.8125);
    return y;
}`;
    const inlined = 'return (x_0 - 7.8125f) * 5.4375f;';
    expect(partsOf(source, hlslOf(5, 'float outer_0(float x_0)', 3, inlined))).toEqual([
      ' <- 8: ',
      '* 5.4375f <- 3: * 5.4375',
      'x_0 - 7.8125f <- 7: x - 7.8125',
    ]);
  });

  it('maps to its own source line only if that line has all of its words', () => {
    const lines = ['float a = x * 2.5;', 'float b = x * 2.5;', 'return a * b + a / b;'];
    const written = lines.map((line) =>
      line.replaceAll(/\b[abx]\b/g, '$&_0').replaceAll('2.5', '2.5f'),
    );
    const source = `float f(float x)\n{\n    ${lines.join('\n    ')}\n}`;
    expect(partsOf(source, hlslOf(1, 'float f_0(float x_0)', 3, ...written))).toEqual([]);
  });
});
