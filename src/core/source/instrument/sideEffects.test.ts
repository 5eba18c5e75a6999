import { expect, it } from 'vitest';
import { instrumentSource } from './instrumentSource.ts';
import { whyNotComputed } from './sideEffects.ts';

const SOURCE = `RWStructuredBuffer<float> heights;
RWStructuredBuffer<Atomic<uint>> counts;
groupshared float shared[8];
static int calls;
struct Ray
{
    float3 origin;
    float3 at(float t) { float3 place = origin; place += t; return place; }
    [mutating] void move() { origin = origin + 1.0; }
};
float pure(float x)
{
    float sum = 0.0;
    for (int i = 0; i < 3; i++) { sum += x * i; --sum; }
    float list[2];
    list[0] = sum >= 1.0 && sum <= 2.0 || sum == 3.0 ? 1.0 : 0.0;
    return list[0];
}
float counted(float x) { calls++; return x; }
float stored(float x) { heights[int(x)] = x; return x; }
float kept(float x) { shared[0] = x; return x; }
float indirect(float x) { return pure(x) + stored(x); }
float atomic(float x) { counts[0].add(1); return x; }
float given(float x, out float y) { y = x; return x; }
float printed(float x) { printf("%f", x); return x; }
float recursive(float x) { return x > 1.0 ? recursive(x - 1.0) : x; }
`;
const program = instrumentSource(SOURCE);
const OTHERS = ['float helper(float x) { return x; }'];
const why = (expression: string) => whyNotComputed(expression, program, OTHERS);

it.each([
  ...[
    'a',
    'a + b * 2',
    'dot(normal, light)',
    'heights[i + 1] * 0.5',
    '-a - -b',
    'a <= b && a != c',
  ],
  ...[
    'a == b ? 1 : 0',
    'a >> 2',
    'pure(x)',
    'ray.at(0.5).x',
    'recursive(3)',
    'max(a, b)',
    'float3(1)',
  ],
])('lets the GPU compute %j', (expression) => {
  expect(why(expression)).toBeNull();
});

it.each([...['x++', '--x', 'a = 1', 'a.b[i] += 2', 'a <<= 1', '(a = b)', 'list[i++]']])(
  'refuses %j, which changes a variable',
  (expression) => {
    expect(why(expression)).toContain('changes a variable');
  },
);

it.each([
  ...['counted', 'stored', 'kept', 'indirect', 'atomic', 'given', 'printed', 'helper'],
  ...['InterlockedAdd', 'drawPixel', 'GroupMemoryBarrierWithGroupSync'],
])('refuses a call of %s, which may change something', (name) => {
  expect(why(`1.0 + ${name}(x)`)).toContain(`${name} may change something`);
});

it.each(['counts[0].add(1)', 'ray.move()', 'picture.Store(at, color)'])(
  'refuses %j, whose method may change something',
  (expression) => expect(why(expression)).toContain('may change something'),
);

it.each(['WaveActiveSum(x)', 'ddx(x)', 'fwidth(x)'])(
  'refuses %j, which needs other threads',
  (expression) => expect(why(expression)).toContain('other threads'),
);

it.each(['', ' ', 'a;', 'a; b', '{ a }', '(a', 'a)', 'a[', '(a]', 'a // b', 'a\nb', '#line 3'])(
  'says that %j is no expression',
  (expression) => expect(why(expression)).toContain('Type a single expression'),
);
