import { expect, it } from 'vitest';
import type { JsonValue } from '#core/util/json.ts';
import { runAtOnce } from '#core/util/slices.ts';
import { searchReflection, wholeReflection } from './useWholeReflection.ts';

const texture = (name: string, index: number): JsonValue => ({
  name,
  binding: { kind: 'descriptorTableSlot', index },
  type: { kind: 'resource', baseShape: 'texture2D' },
});

const wholeOf = (...given: Parameters<typeof wholeReflection>) =>
  runAtOnce(wholeReflection(...given));

it('searches the tables and the tree', () => {
  const whole = wholeOf(
    {
      parameters: [texture('noise', 0), texture('Paint', 1)],
      entryPoints: [
        { name: 'paint', stage: 'compute' },
        { name: 'blur', stage: 'compute' },
      ],
    },
    'HLSL',
  );
  const { rows, entryPoints, ...found } = runAtOnce(searchReflection(whole, 'pAint'));
  expect([rows, entryPoints].map((found) => found.map(({ name }) => name))).toEqual([
    ['Paint'],
    ['paint'],
  ]);
  expect(found).toEqual({
    ...{ query: 'pAint', target: 'HLSL', matches: 2 },
    tree: { parameters: [{ name: 'Paint' }], entryPoints: [{ name: 'paint' }] },
  });
  expect(runAtOnce(searchReflection(whole, 'absent'))).toMatchObject({
    ...{ rows: [], entryPoints: [], tree: null, matches: 0 },
  });
});

it('can pause at each parameter', () => {
  const parameters = Array.from({ length: 1000 }, (_, index) => texture(`image${index}`, index));
  const reflection = { parameters, entryPoints: [] };
  const whole = wholeOf(reflection, 'WGSL');
  expect([...wholeReflection(reflection, 'WGSL')].length).toBeGreaterThan(4000);
  expect([...searchReflection(whole, 'absent')].length).toBeGreaterThan(2000);
});
