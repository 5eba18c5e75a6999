import { expect, test } from 'vitest';
import { readTokens } from '#core/source/tokens.ts';
import { concreteTypes } from './instrumentSource.ts';

const NAMES = {
  plain: new Set(['Ray', 'Kind']),
  generic: new Set(['Pair', 'List', 'Tuple']),
};

function found(source: string): string[] {
  const tokens = readTokens(source);
  return concreteTypes(tokens, NAMES, ([token, ...more]) => {
    if (more.length > 0) return undefined;
    return token?.text === 'COUNT' ? 5 : Number(token?.text);
  });
}

const INT_RAY = 'Pair<int, Ray>';

test.each([
  ['types with arguments', 'Pair<int, Ray> a; Pair<Ray, Kind> b;', [INT_RAY, 'Pair<Ray, Kind>']],
  ['each type once', 'Pair<int,int> a; Pair<int,int> b;', ['Pair<int,int>']],
  ['arguments with arguments', 'List<Pair<int, Ray>, 4> a;', [`List<${INT_RAY}, 4>`, INT_RAY]],
  ['arrays', 'Ray a[3]; float[2] b; half c[COUNT];', ['Ray[3]', 'float[2]', 'half[5]']],
  ['arrays of types with arguments', 'Pair<int, Ray> a[2];', [INT_RAY, `${INT_RAY}[2]`]],
  ['no type parameters', 'Pair<T, int> f<T>(List<T, 4> a) { T b[3]; }', []],
  ['no unknown types', 'Pair<Missing, int> a; Other<int> b; Missing c[3];', []],
  ['no arrays with several dimensions or without a length', 'Ray a[2][3]; Ray b[];', []],
  ['no members with other names', 'other.Ray a[3]; geometry::Ray b[3];', []],
  ['no comparisons', 'if (Pair < 3 && List > 4) {}', []],
])('finds %s', (_, source, types) => {
  expect(found(source)).toEqual(types);
});

test('finds at most 32 types', () => {
  const source = Array.from({ length: 40 }, (_, at) => `Ray a[${at + 1}];`).join('\n');
  expect(found(source)).toHaveLength(32);
});
