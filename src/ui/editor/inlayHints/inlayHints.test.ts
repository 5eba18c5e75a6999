import { expect, it } from 'vitest';
import { readTokens } from '#core/source/tokens.ts';
import { hintPlaces, parametersIn, typeIn } from './inlayHints.ts';

const described = (line: string, where = 'user.slang(3)') =>
  `\`\`\`slang\n${line}\n\`\`\`\n\n\nDefined in ${where}`;

it.each([
  ['(local value) float3 v', 'v', 'float3'],
  ['(local variable) Grid<float, 4> g', 'g', 'Grid<float, 4>'],
  ['(parameter) float a', 'a', null],
  ['(local value) float other', 'v', null],
])('a description from the language server gives the type of %s', (line, name, type) => {
  expect(typeIn(described(line), name)).toBe(type);
});

it.each<[string, string[], string?]>([
  ['func mixed(float a, in float2 b = float2(1, 2)) -> float', ['a', 'b']],
  ['public func Grid<float, 4>.at(int index) -> float', ['index']],
  ['func none() -> void', []],
  ['(local value) float3 v', []],
  ['func lerp(float x, float y) -> float', [], 'core(3)'],
])('a description from the language server gives the parameters of %s', (line, names, where) => {
  expect(parametersIn(described(line, where))).toEqual(names);
});

const TEXT = `float mixed(float a, float b) { return a; }
[numthreads(8, 8, 1)] void f() {
    let x = mixed(1, b);
    var y : float = 2;
    if (x > 1) mixed(x, mixed(2, 3));
    let z = single(1);
}`;
const places = (types: boolean, parameters: boolean) =>
  hintPlaces(readTokens(TEXT), 0, TEXT.length, { types, parameters }).map((place) => {
    const names = place.kind === 'type' ? [] : place.arguments.map(({ name }) => name ?? '-');
    return [place.name.text, ...names].join(' ');
  });

it('hints show types at names without one, and parameters at calls with several arguments', () => {
  expect(places(true, false)).toEqual(['x', 'z']);
  expect(places(false, true)).toEqual(['mixed - b', 'mixed x -', 'mixed - -']);
});

it('hints are only in the visible range', () => {
  const at = TEXT.indexOf('let x');
  const found = hintPlaces(readTokens(TEXT), at, at + 20, { types: true, parameters: true });
  expect(found.map(({ name }) => name.text)).toEqual(['x', 'mixed']);
});
