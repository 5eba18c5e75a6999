import { expect, test } from 'vitest';
import { readSource } from '#core/source/declarations.ts';
import { readTokens } from '#core/source/tokens.ts';
import { readOwnTypes } from './ownTypes.ts';
import { suffixOfType, typeOfPath } from './writtenTypes.ts';

const SOURCE = `interface IOther {} namespace geometry { interface IShape {} interface IGeneric<T> {} }
struct Holder { geometry::IShape shape; IOther list[3]; Optional<IOther> last; float x, xs[2]; }
struct Outer { Holder holder; Holder holders[2][3]; Pair<int, Holder> pair; }`;

const { declared } = readOwnTypes([readSource(SOURCE)]);

test.each([
  ['IOther', 'I0'],
  ['IShape', 'I1'],
  ['geometry.IShape', 'I1'],
  ['geometry::IShape', 'I1'],
  ['Optional<IShape>', 'O1'],
  ['Optional< geometry::IShape >', 'O1'],
  ['IShape[]', undefined],
  ['Holder', undefined],
  ['IGeneric<int>', undefined],
  ['', undefined],
])('finds for %s the functions of an interface: %s', (type, suffix) => {
  expect(suffixOfType(declared, type)).toBe(suffix);
});

test.each([
  ['holder', 'Outer', 'Holder'],
  ['holder.shape', 'Outer', 'geometry::IShape'],
  ['holder.list', 'Outer', 'IOther[]'],
  ['holder.list[i + a[2]]', 'Outer', 'IOther'],
  ['holder.last', 'Outer', 'Optional<IOther>'],
  ['holders[1][2].xs[0]', 'Outer', 'float'],
  ['pair.second', 'Outer', ''],
  ['missing.shape', 'Outer', ''],
  ['x[0]', 'Holder', ''],
])('resolves .%s of %s to the type “%s”', (path, first, type) => {
  expect(typeOfPath(declared, first, readTokens(`.${path}`))).toBe(type);
});
