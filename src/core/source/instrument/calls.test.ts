import { expect, it } from 'vitest';
import { runAtOnce } from '#core/util/slices.ts';
import { findCalls } from './calls.ts';
import { instrumentSource } from './instrumentSource.ts';

const SOURCE = `float grow(float x);
float grow(float x) { return x + 1; }
struct Ray { float at; float grow(float by) { return at + by; } };
T same<T>(T value) { return value; }
void clear(inout float x) { x = 0; }
[shader("compute")] [numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float grown = grow(grow(id.x) * 2);
    Ray rays[2];
    float far = rays[id.x + 1].grow(3) + make(4).ray.grow(5);
    if (far > 1) clear(far); else clear(grown);
    return same<float>(far);
}
`;

it.each([
  ['grow', ['grow(grow(id.x) * 2)', 'grow(id.x)', 'rays[id.x + 1].grow(3)', 'make(4).ray.grow(5)']],
  [
    'Ray.grow',
    ['grow(grow(id.x) * 2)', 'grow(id.x)', 'rays[id.x + 1].grow(3)', 'make(4).ray.grow(5)'],
  ],
  ['clear', ['clear(far);', 'clear(grown);']],
  ['same', ['same<float>(far)']],
  ['main', []],
])('finds the calls of %s with what they are called on, and whole statements', (name, expected) => {
  const calls = runAtOnce(findCalls(instrumentSource(SOURCE), name));
  const texts = calls.map(({ from, to, isStatement }) =>
    SOURCE.slice(from, isStatement ? to + 1 : to),
  );
  expect(texts).toEqual(expected);
});
