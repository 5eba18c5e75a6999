import { describe, expect, it } from 'vitest';
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

describe('the index of ids', () => {
  it('contains definitions, even after their uses', () => {
    expect(index.get('%void')?.definition).toBe(place('%void = OpType'));
    expect(index.get('%float')?.definition).toBe(place('%float = OpType'));
  });

  it('does not contain ids in comments and strings', () => {
    expect([...index.keys()]).toEqual([
      '%main',
      '%out',
      '%text',
      '%void',
      '%float',
      '%one',
      '%_ptr_float',
    ]);
    expect(index.get('%float')?.places).toHaveLength(3);
  });

  it('contains the module’s names', () => {
    expect(index.get('%main')?.name).toBe('do "it"');
    expect(index.get('%out')?.name).toBeNull();
  });

  it('contains ids without a definition', () => {
    expect(index.get('%main')?.definition).toBeNull();
  });

  it('does not depend on the length of its steps', () => {
    for (const step of [1, 7, 100]) {
      const indexer = createIdIndexer(MODULE);
      let steps = 1;
      let stepped = indexer.advance(step);
      for (; !stepped; stepped = indexer.advance(step)) steps += 1;
      expect(stepped).toEqual(index);
      expect(steps).toBeGreaterThan(MODULE.length / step / 20);
    }
  });
});

describe('uses', () => {
  it('exclude the definition, names and decorations', () => {
    const uses = (id: string) => {
      const entry = index.get(id);
      return entry && usesOf(entry, MODULE).length;
    };
    expect({
      out: uses('%out'),
      main: uses('%main'),
      float: uses('%float'),
      one: uses('%one'),
    }).toEqual({ out: 1, main: 1, float: 2, one: 0 });
  });
});

describe('the id at a place', () => {
  const line = '      %one = OpConstant %float 1';
  const found = (column: number) => idAt(index, line, column, place(line))?.id ?? null;

  it('is the id that surrounds the place or ends there', () => {
    expect([5, 6, 8, 10, 11, 24, 28, 31].map(found)).toEqual([
      null,
      '%one',
      '%one',
      '%one',
      null,
      '%float',
      '%float',
      null,
    ]);
  });

  it('is null in a comment', () => {
    expect(idAt(index, '; Bound: 9 %void', 13, 0)).toBeNull();
  });
});
