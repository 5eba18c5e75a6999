import { expect, it } from 'vitest';
import { createIdIndexer, idAt, indexIds, usesOf } from './spirvIds.ts';

const MODULE = [
  '; Bound: 9 %comment',
  'OpEntryPoint GLCompute %main "main %void" %out',
  'OpName %main "do \\"it\\""',
  'OpDecorate %out Binding 0',
  '%text = OpString "two',
  '%float lines"',
  '     %void = OpTypeVoid',
  '    %float = OpTypeFloat 32',
  '      %one = OpConstant %float 1',
  '%_ptr_float = OpTypePointer Function %float',
].join('\n');

const index = indexIds(MODULE);
const place = (text: string) => MODULE.indexOf(text);

it('the index contains ids with their names and definitions, but none in comments and strings', () => {
  expect([...index.keys()]).toEqual([
    ...['%main', '%out', '%text', '%void', '%float', '%one', '%_ptr_float'],
  ]);
  expect(index.get('%void')?.definition).toBe(place('%void = OpType'));
  expect(index.get('%float')?.definition).toBe(place('%float = OpType'));
  expect(index.get('%float')?.places).toHaveLength(3);
  expect(index.get('%main')).toMatchObject({ name: 'do "it"', definition: null });
  expect(index.get('%out')?.name).toBeNull();
});

it('the index of ids does not depend on the length of its steps', () => {
  for (const step of [1, 7, 100]) {
    const indexer = createIdIndexer(MODULE);
    let steps = 1;
    let stepped = indexer.advance(step);
    for (; !stepped; stepped = indexer.advance(step)) steps += 1;
    expect(stepped).toEqual(index);
    expect(steps).toBeGreaterThan(MODULE.length / step / 20);
  }
});

it('uses exclude the definition, names and decorations', () => {
  const uses = ['%out', '%main', '%float', '%one'].map((id) => {
    const entry = index.get(id);
    return entry && usesOf(entry, MODULE).length;
  });
  expect(uses).toEqual([1, 1, 2, 0]);
});

it('the id at a place surrounds the place or ends there, and is not in a comment', () => {
  const line = '      %one = OpConstant %float 1';
  const found = (column: number) => idAt(index, line, column, place(line))?.id ?? null;
  expect([6, 8, 10].map(found)).toEqual(['%one', '%one', '%one']);
  expect([24, 28].map(found)).toEqual(['%float', '%float']);
  expect([5, 11, 31].map(found)).toEqual([null, null, null]);
  expect(idAt(index, '; Bound: 9 %void', 13, 0)).toBeNull();
});
