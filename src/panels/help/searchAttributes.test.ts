import { describe, expect, it } from 'vitest';
import { ATTRIBUTE_GROUPS } from '#reference/attributes.ts';
import { searchAttributes } from './searchAttributes.ts';

describe('searching', () => {
  const found = (query: string) =>
    searchAttributes(query).flatMap(({ attributes }) => attributes.map(({ name }) => name));

  it('finds every attribute by nothing', () => {
    expect(searchAttributes('')).toEqual(ATTRIBUTE_GROUPS);
  });

  it('finds attributes by a part of their name, whatever its case', () => {
    expect(found('black_')).toEqual(['BLACK_3D', 'BLACK_SCREEN']);
  });

  it('finds attributes by words of their description, all of which have to be there', () => {
    expect(found('uniforms slider')).toEqual(['SLIDER']);
    expect(found(' seconds ')).toEqual(['TIME']);
  });

  it('leaves out groups in which nothing is found', () => {
    expect(searchAttributes('threads along z').map(({ title }) => title)).toEqual([
      'How often an entry point runs',
    ]);
    expect(searchAttributes('no such thing')).toEqual([]);
  });
});
