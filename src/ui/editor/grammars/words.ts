export function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

const SIZES = ['2', '3', '4'];
const SHAPES = [
  '',
  ...SIZES,
  ...SIZES.flatMap((rows) => SIZES.map((columns) => `${rows}x${columns}`)),
];

/** Each scalar name with its vector and matrix names: float, float2 … float4x4. */
export function numericTypes(scalars: string): string {
  return scalars
    .split(' ')
    .flatMap((scalar) => SHAPES.map((shape) => scalar + shape))
    .join(' ');
}
