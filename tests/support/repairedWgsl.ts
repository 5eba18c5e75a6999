/** Sources for which the compiler writes faulty WGSL. */

/** The members of the uniform block `s`: its floats, and numbers for its bools. */
const FLOATS = [
  [3, 5, 7],
  [11, 13, 17],
];
const BOOLS_OF_BLOCK = { scalars: [1, 0, 0, 1], flags: [0, 1, 0], rows: [1, 0, 0, 1, 0, 0, 1, 1] };

/** The words of the uniform block `s`. In an array, each scalar takes four. */
export function blockWords(): number[] {
  const { scalars, flags, rows } = BOOLS_OF_BLOCK;
  const spread = (values: readonly number[]) => values.flatMap((value) => [value, 0, 0, 0]);
  const floats = new Float32Array(FLOATS.flatMap(spread));
  return [...new Uint32Array(floats.buffer), ...scalars, ...spread(flags), ...rows];
}

const DECLARATIONS = `
struct S
{
    float w[3]; float v[3];
    bool yes; bool no; bool2 pair; bool flags[3]; bool4 rows[2];
};
ConstantBuffer<S> s;
RWStructuredBuffer<float> result;

float sum(float y[3]) { return y[0] + 2 * y[1] + 4 * y[2]; }
float at(float y[3], uint index) { return y[index]; }
void increase(inout float y[3], uint index) { y[index] += 1; }
float count(bool y[3]) { return (y[0] ? 1 : 0) + (y[1] ? 2 : 0) + (y[2] ? 4 : 0); }
float countRows(bool4 y[2]) { return any(y[0]) && !all(y[1]) && y[1].z ? 1 : 0; }
`;

/** Reads lines of the resulting content of `result`, which starts with zeros, and a body. */
function repaired(text: string) {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [numbers = '', body = ''] = line.split(' | ');
      const [a = 0, b = 0, c = 0, d = 0] = numbers.split(' ').map(Number);
      const kernel = `[shader("compute")] [numthreads(1, 1, 1)] void main()\n{\n    ${body}\n}`;
      return { body, result: [a, b, c, d] as const, source: `${DECLARATIONS}${kernel}\n` };
    });
}

/**
 * Names of values that nothing declares. In the first three, only one element can be meant; in the
 * others, it is the one at the same place in the GLSL.
 */
export const UNDECLARED = repaired(`
44 0 0 0 | float y[3] = s.w; result[0] = y[0] + sum(y);
5 35 7 0 | float y[3] = s.w; result[0] = y[1]; result[1] = y[1] * y[2]; result[2] = y[2];
30 4 0 0 | if (result[3] > 0) { float y[3] = s.w; result[1] = 4; result[0] = at(y, 1) + y[1]; } else { float y[3] = s.v; result[1] = 4; result[0] = at(y, 2) + y[1]; }
48 0 0 0 | float y[3] = s.w; result[0] = at(y, uint(result[1]) + 2) + sum(y);
42 0 0 0 | float y[3] = s.w; y[uint(result[1])] = 2; result[0] = y[uint(result[1])] + sum(y);
36 0 0 0 | float y[3] = s.w; float z[3] = { y[0], y[2], y[1] }; z[uint(result[1])] = 2; result[0] = sum(z);
7 35 5 0 | float a = s.w[1]; float b = s.w[2]; result[0] = b; result[1] = a * b; result[2] = a;
36 0 0 0 | float a = s.w[1]; float b = s.w[2]; float z[3] = { s.w[0], b, a }; z[uint(result[1])] = 2; result[0] = sum(z);
42 0 0 0 | float y[3] = s.w; increase(y, uint(result[2])); result[0] = sum(y);
64 217 41 0 | float y[3] = s.w; float z[3] = s.v; result[0] = sum(z) - sum(y); result[1] = y[0] * z[0] + y[1] * z[1] + y[2] * z[2]; result[2] = sum(y);
50 8 0 0 | for (int i = 0; i < 2; ++i) { float y[3] = s.v; result[1] += 4; result[0] += at(y, i) + y[1]; }
`);

export const STORED_BOOLS = repaired(`
2 3 1 0 | result[0] = s.yes ? 2 : 3; result[1] = s.no ? 2 : 3; result[2] = any(s.pair) && !all(s.pair) ? 1 : 0;
1 1 1 0 | result[0] = s.pair.yx.x ? 1 : 0; result[1] = s.flags[uint(result[3]) + 1] ? 1 : 0; result[2] = s.rows[1][2];
3 0 1 0 | bool y[3] = s.flags; y[uint(result[1])] = true; result[0] = count(y); result[2] = countRows(s.rows);
1 0 0 0 | S all = s; all.yes = s.no; result[0] = all.yes == all.no ? 1 : 0;
0 5 0 0 | result[uint(s.yes)] = s.w[uint(s.pair.y)]; while (s.no) result[2] += 1;
`);
