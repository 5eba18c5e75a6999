import { describe, expect, it } from 'vitest';
import { ATTRIBUTE_GROUPS } from '#core/plan/attributes/reference.ts';
import { searchAttributes } from './CommandsSection.tsx';

describe('searching', () => {
  const found = (query: string) =>
    searchAttributes(query).flatMap(({ attributes }) => attributes.map(({ name }) => name));

  it('finds every attribute for an empty query', () => {
    expect(searchAttributes('')).toEqual(ATTRIBUTE_GROUPS);
  });

  it('finds attributes by a part of their name in any case', () => {
    expect(found('black_')).toEqual(['BLACK_3D', 'BLACK_SCREEN']);
  });

  it('finds attributes whose description contains all words of the query', () => {
    expect(found('uniforms slider')).toEqual(['SLIDER']);
    expect(found(' seconds ')).toEqual(['TIME']);
  });

  it('leaves out groups without a match', () => {
    expect(searchAttributes('threads along z').map(({ title }) => title)).toEqual([
      'How entry points are called',
    ]);
    expect(searchAttributes('no such thing')).toEqual([]);
  });
});
