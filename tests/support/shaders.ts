/** A picture in one colour, given as Slang arguments for `float4`. */
export function flatColor(color: string): string {
  return `import playground;
import rendering;

[shader("compute")]
[numthreads(8, 8, 1)]
[playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 pixel : SV_DispatchThreadID)
{
    drawPixel(pixel, (int2 screen) => { return float4(${color}); });
}
`;
}

/** A generic pair nested in itself 26 times, as a buffer's element: it takes minutes to compile. */
export const NEVER_ENDS = `struct Pair<A, B> { A first; B second; }
typealias T0 = Pair<int, int>;
${Array.from({ length: 26 }, (_, level) => `typealias T${level + 1} = Pair<T${level}, T${level}>;`).join('\n')}
RWStructuredBuffer<T26> data;
[shader("compute")] [numthreads(1, 1, 1)] void main() { data[0].first.second = data[1].first.second; }
`;

/** Macros that expand one number into ten million: their tokens fill the compiler's memory. */
export const MACRO_BOMB = `#define T0 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1
${Array.from({ length: 6 }, (_, level) => `#define T${level + 1} ${Array(10).fill(`T${level}`).join(' + ')}`).join('\n')}
RWStructuredBuffer<int> data;
[shader("compute")] [numthreads(1, 1, 1)] void main() { data[0] = T6; }
`;

/**
 * Fills the buffer with a long literal: 200 MB of text, from a link of a few hundred characters.
 */
export const PRINTS_200_MB = printsOnce(`"${'a'.repeat(100_000)}"`);

/** Fills the buffer with one number, 4,000 characters wide: 4 MB of text. */
export const PRINTS_WIDE_NUMBERS = printsOnce('"%4000d", 1');

function printsOnce(values: string): string {
  return `import playground;
import printing;

[shader("compute")]
[numthreads(64, 1, 1)]
[playground::CALL(131072, 1, 1)]
[playground::CALL::ONCE]
void main()
{
    printf(${values});
}
`;
}

/** One character with 100,000 combining marks, in a compiler message. */
export const MARKS_IN_AN_ERROR = `#error x${'\u0300'.repeat(100_000)}\n`;
