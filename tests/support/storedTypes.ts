/** A type that WGSL can store in buffers, and what a table shows for two of its values. */
export interface StoredTypeCase {
  readonly type: string;
  readonly values: readonly [string, string];
  readonly cells: readonly [readonly string[], readonly string[]];
}

export const STORED_DECLARATIONS = `enum Kind { None, Red, Green = 5, Blue }
struct Light { float3 color; float power; }
struct Lamp { uint id; Light light; Kind kind; }
struct Packed { float a; float3 b; float2 c; float4 d; }
struct Listed { float3 places[2]; int last; }
`;

/** One buffer with two elements per case; they differ, so that a wrong stride is noticed. */
export const STORED_TYPE_CASES: readonly StoredTypeCase[] = [
  of('float', ['1.5', '-0.1'], [['1.5'], ['-0.1']]),
  of('int', ['-7', '2147483647'], [['-7'], ['2147483647']]),
  of('uint', ['4294967295u', '3u'], [['4294967295'], ['3']]),
  of('float3', ['float3(1, 2, 3)', 'float3(4, 5, 6)'], [['1, 2, 3'], ['4, 5, 6']]),
  of('float4', ['float4(1, 2, 3, 4)', 'float4(5, 6, 7, 8)'], [['1, 2, 3, 4'], ['5, 6, 7, 8']]),
  of('int4', ['int4(1, 2, 3, -4)', 'int4(5, 6, 7, 8)'], [['1, 2, 3, -4'], ['5, 6, 7, 8']]),
  of('uint2', ['uint2(1, 2)', 'uint2(3, 4)'], [['1, 2'], ['3, 4']]),
  of('uint3', ['uint3(1, 2, 3)', 'uint3(4, 5, 6)'], [['1, 2, 3'], ['4, 5, 6']]),
  ...matrices(),
  of('Kind', ['Kind::Green', 'Kind::Red'], [['Green'], ['Red']]),
  of(
    'Light',
    ['Light(float3(1, 2, 3), 4)', 'Light(float3(5, 6, 7), 8)'],
    [
      ['1, 2, 3', '4'],
      ['5, 6, 7', '8'],
    ],
  ),
  of(
    'Lamp',
    [
      'Lamp(9, Light(float3(1, 2, 3), 4), Kind::Blue)',
      'Lamp(8, Light(float3(5, 6, 7), 8), Kind::None)',
    ],
    [
      ['9', '1, 2, 3', '4', 'Blue'],
      ['8', '5, 6, 7', '8', 'None'],
    ],
  ),
  of(
    'Packed',
    [
      'Packed(1, float3(2, 3, 4), float2(5, 6), float4(7, 8, 9, 10))',
      'Packed(11, float3(12, 13, 14), float2(15, 16), float4(17, 18, 19, 20))',
    ],
    [
      ['1', '2, 3, 4', '5, 6', '7, 8, 9, 10'],
      ['11', '12, 13, 14', '15, 16', '17, 18, 19, 20'],
    ],
  ),
];

/** The numbers count up row by row. Columns of three have padding. */
function matrices(): StoredTypeCase[] {
  const sizes = [
    [2, 3],
    [3, 2],
    [3, 3],
    [3, 4],
    [4, 3],
  ] as const;
  return sizes.map(([rows, columns]) => {
    const count = rows * columns;
    const from = (first: number) => Array.from({ length: count }, (_, index) => first + index);
    const type = `float${rows}x${columns}`;
    const value = (first: number) => `${type}(${from(first).join(', ')})`;
    const text = (first: number) =>
      Array.from({ length: rows }, (_, row) =>
        from(first)
          .slice(row * columns, (row + 1) * columns)
          .join(', '),
      ).join('; ');
    return of(type, [value(1), value(101)], [[text(1)], [text(101)]]);
  });
}

function of(
  type: string,
  values: StoredTypeCase['values'],
  cells: StoredTypeCase['cells'],
): StoredTypeCase {
  return { type, values, cells };
}

export function bufferOf({ type }: StoredTypeCase): string {
  return `${type.toLowerCase()}Data`;
}

export function storingShader(cases: readonly StoredTypeCase[]): string {
  const buffers = cases.map(
    (each) => `[playground::ZEROS(2)] RWStructuredBuffer<${each.type}> ${bufferOf(each)};`,
  );
  const stores = cases.flatMap((each) =>
    each.values.map((value, index) => `    ${bufferOf(each)}[${index}] = ${value};`),
  );
  return `import playground;
import printing;
${STORED_DECLARATIONS}
${buffers.join('\n')}
[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)] [playground::CALL::ONCE]
void store()
{
${stores.join('\n')}
    print("stored");
}
`;
}
