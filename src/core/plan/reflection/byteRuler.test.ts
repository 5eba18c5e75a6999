import { expect, it } from 'vitest';
import { layoutSize, layoutTitle, ruledLayouts, rulerLines, savedText } from './byteRuler.ts';
import type { Buffer } from './layoutRules.ts';
import type { Parameter, ReflectedType } from './reflection.ts';

const FLOAT: ReflectedType = { kind: 'scalar', scalarType: 'float32' };
const FLOAT3: ReflectedType = { kind: 'vector', elementCount: 3, elementType: FLOAT };
const floats = (elementCount: number) =>
  ({ kind: 'array', elementCount, elementType: FLOAT, stride: 16 }) as const;
const field = (name: string, type: ReflectedType, offset: number, size: number): Parameter => ({
  ...{ name, type, attributes: [] },
  bindings: [{ kind: 'uniform', offset, size }],
});
const bufferOf = (size: number, ...fields: readonly Parameter[]): Buffer => ({
  ...{ content: { kind: 'struct', name: 'S', fields }, size, rule: 'std140', isElement: false },
});
const placeOf = ({ offset, size }: { offset: number; size: number }) => `${offset} ${size}`;

it('fills bytes without a field with padding', () => {
  const fields = [field('eye', FLOAT3, 0, 12), field('at', FLOAT3, 16, 12)];
  const [layout] = ruledLayouts(bufferOf(48, ...fields, field('n', floats(1), 32, 16)));
  expect(layout).toMatchObject({ rule: 'std140', size: 48, padding: 20 });
  const blocks = layout.blocks.map((block) => `${block.kind} ${block.name} ${placeOf(block)}`);
  expect(blocks).toEqual([
    ...['field eye 0 12', 'padding  12 4', 'field at 16 12', 'padding  28 4'],
    ...['field n[0] 32 4', 'padding  36 12'],
  ]);
});

it('shows the rows of a matrix, and the first elements of a long array', () => {
  const matrix: ReflectedType = { kind: 'matrix', rowCount: 2, columnCount: 3, elementType: FLOAT };
  const buffer = bufferOf(192, field('m', matrix, 0, 32), field('a', floats(10), 32, 160));
  const [layout] = ruledLayouts(buffer);
  expect(layout.blocks.map((block) => `${block.name} ${placeOf(block)}`)).toEqual([
    ...['m row 0 0 12', ' 12 4', 'm row 1 16 12', ' 28 4'],
    ...['a[0] 32 4', ' 36 12', 'a[1] 48 4', ' 52 12', 'a[2…9] 64 128'],
  ]);
  // The padding of the omitted elements counts too.
  expect(layout.padding).toBe(192 - 6 * 4 - 10 * 4);
  const lines = rulerLines(layout.blocks).map(({ kind, offset }) => `${kind} ${offset}`);
  expect(lines).toEqual(['bytes 0', 'bytes 16', 'bytes 32', 'bytes 48', 'lines 64']);
});

it('splits blocks into lines of 16 bytes', () => {
  const block = { kind: 'field', name: 'far', offset: 12, size: 12 } as const;
  const first = { kind: 'field', name: 'near', offset: 0, size: 12 } as const;
  const parts = [
    { block: first, start: 0, length: 12 },
    { block, start: 12, length: 4 },
  ];
  expect(rulerLines([first, block])).toEqual([
    { kind: 'bytes', offset: 0, parts },
    { kind: 'bytes', offset: 16, parts: [{ block, start: 0, length: 8 }] },
  ]);
});

it('says how many bytes the scalar layout saves', () => {
  const fields = [field('eye', FLOAT3, 0, 12), field('a', floats(3), 16, 48)];
  const layouts = ruledLayouts(bufferOf(64, ...fields));
  const texts = layouts.map(
    (layout, at) => `${layoutTitle(layout, at === 0)}: ${layoutSize(layout)}`,
  );
  expect(texts).toEqual([
    'As compiled (std140): 64 bytes, 40 of them padding',
    'Scalar layout: 24 bytes, no padding',
  ]);
  expect(savedText(layouts, false)).toBe(
    'The scalar layout takes 24 bytes: 40 bytes (63 %) less than std140.',
  );
  const tight = ruledLayouts(bufferOf(16, field('eye', FLOAT3, 0, 12), field('f', FLOAT, 12, 4)));
  expect(savedText(tight, true)).toBe(
    'std140 and the scalar layout both take 16 bytes for each element.',
  );
});

it('names no rule that the offsets do not follow, and compares nothing in that case', () => {
  const layouts = ruledLayouts(bufferOf(32, field('eye', FLOAT3, 0, 12), field('f', FLOAT, 24, 4)));
  expect(layouts).toMatchObject([{ rule: null, size: 32, padding: 16 }]);
  expect(layouts.map((layout) => layoutTitle(layout, true))).toEqual(['As compiled']);
});

it('finishes for endlessly nested or long arrays', () => {
  const nested = [4, 4, 4, 4, 4, 4].reduce<ReflectedType>(
    (elementType, elementCount) => ({ kind: 'array', elementCount, elementType, stride: 16 }),
    floats(4),
  );
  const fields = [field('n', nested, 0, 1024), field('a', floats(2 ** 29), 1024, 2 ** 33)];
  const huge = bufferOf(16 * 2 ** 30, ...fields);
  const [layout] = ruledLayouts(huge);
  expect(layout.blocks.length).toBeLessThan(2100);
  expect(rulerLines(layout.blocks).length).toBeLessThan(2100);
});
