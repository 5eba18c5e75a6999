import { expect, it } from 'vitest';
import { sameName } from './uniformPlaces.ts';

it.each<[string, string, boolean]>([
  ['albedo', 'albedo', true],
  ['material_albedo', 'material.albedo', true],
  ['textures_2', 'textures[2]', true],
  ['albedo', 'albedo2', false],
])('%s matches the parameter %s: %s', (code, name, expected) => {
  expect(sameName(code, name)).toBe(expected);
});
