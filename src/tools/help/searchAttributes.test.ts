import { expect, it } from 'vitest';
import { ATTRIBUTE_GROUPS } from '#core/plan/attributes/reference.ts';
import { searchAttributes } from './CommandsSection.tsx';

it('finds every attribute for an empty query', () => {
  expect(searchAttributes('')).toEqual(ATTRIBUTE_GROUPS);
});

it.each([
  ['a part of their name in any case', 'black_', ['BLACK_3D', 'BLACK_SCREEN']],
  ['all words in their description', 'uniforms slider', ['SLIDER']],
  ['a word between spaces', ' seconds ', ['TIME']],
])('finds attributes by %s', (_, query, names) => {
  const found = searchAttributes(query).flatMap(({ attributes }) => attributes);
  expect(found.map(({ name }) => name)).toEqual(names);
});

it('leaves out groups without a match', () => {
  const titles = searchAttributes('threads along z').map(({ title }) => title);
  expect(titles).toEqual(['How entry points are called']);
  expect(searchAttributes('no such thing')).toEqual([]);
});
