import { describe, expect, it } from 'vitest';
import { dataStruct, reflectedType } from '../../../../tests/support/dataTypes.ts';
import { fc } from '../../../../tests/support/property.ts';
import { ruledLayouts, rulerLines } from './byteRuler.ts';
import { dataFields, layoutOf } from './dataLayout.ts';
import { LAYOUT_RULES, type RuleName } from './layoutRules.ts';
import { type DataLayout, elementSize, type LayoutRule } from './memoryLayout.ts';
import type { ReflectedType, StructType } from './reflection.ts';

const RULES = Object.keys(LAYOUT_RULES) as RuleName[];

function layoutBy(type: ReflectedType, rule: LayoutRule): DataLayout {
  const layout = layoutOf(type, rule);
  if (!layout) throw new Error('It is no plain data.');
  return layout;
}

/** Expects parts that are aligned, in order and within their whole, at each level. */
function expectPlaced(type: ReflectedType, size: number, rule: LayoutRule): void {
  if (type.kind === 'array') {
    const element = layoutBy(type.elementType, rule);
    expect(type.stride % element.alignment).toBe(0);
    expect(type.stride).toBeGreaterThanOrEqual(element.size);
    expect(type.stride * (type.elementCount - 1) + element.size).toBeLessThanOrEqual(size);
    expectPlaced(type.elementType, element.size, rule);
  }
  if (type.kind !== 'struct') return;
  let end = 0;
  for (const { field, offset, size: bytes } of dataFields(type)) {
    expect(offset % layoutBy(field.type, rule).alignment).toBe(0);
    expect(offset).toBeGreaterThanOrEqual(end);
    end = offset + bytes;
    expectPlaced(field.type, bytes, rule);
  }
  expect(end).toBeLessThanOrEqual(size);
}

function structBy(type: ReflectedType, rule: RuleName): DataLayout & { readonly type: StructType } {
  const layout = layoutBy(type, LAYOUT_RULES[rule]);
  if (layout.type.kind !== 'struct') throw new Error('It is no struct.');
  return { ...layout, type: layout.type };
}

describe('the layout of any struct', () => {
  const anyType = dataStruct.map(reflectedType);

  it.each(RULES)('has aligned fields that do not overlap, by the rule %s', (rule) => {
    fc.assert(
      fc.property(anyType, (type) => {
        const { size, alignment, type: placed } = structBy(type, rule);
        expectPlaced(placed, size, LAYOUT_RULES[rule]);
        // In HLSL, the next field follows directly.
        if (rule !== 'hlsl') expect(size % alignment).toBe(0);
      }),
    );
  });

  it('takes at least as many bytes in std140 as in std430, and there as in the scalar layout', () => {
    fc.assert(
      fc.property(anyType, (type) => {
        const [std140, std430, scalar] = (['std140', 'std430', 'scalar'] as const).map(
          (rule) => structBy(type, rule).size,
        );
        expect(std140).toBeGreaterThanOrEqual(std430 ?? 0);
        expect(std430).toBeGreaterThanOrEqual(scalar ?? 0);
      }),
    );
  });

  it('has the size of an element in std430', () => {
    fc.assert(
      fc.property(anyType, (type) => {
        const { type: placed, size } = structBy(type, 'std430');
        expect(elementSize(placed)).toBe(size);
      }),
    );
  });

  it('is shown as blocks and lines that cover each byte once', () => {
    fc.assert(
      fc.property(anyType, fc.constantFrom(...RULES), (type, rule) => {
        const { type: content, size } = structBy(type, rule);
        for (const layout of ruledLayouts({ content, size, rule, isElement: false })) {
          let at = 0;
          for (const block of layout.blocks) {
            expect(block.offset).toBe(at);
            expect(block.size).toBeGreaterThan(0);
            at += block.size;
          }
          expect(at).toBe(layout.size);
          const isWhole = layout.blocks.every(({ kind }) => kind !== 'omitted');
          const padding = layout.blocks.filter(({ kind }) => kind === 'padding');
          if (isWhole)
            expect(padding.reduce((sum, each) => sum + each.size, 0)).toBe(layout.padding);
          const shown = rulerLines(layout.blocks).flatMap((line) =>
            line.kind === 'lines' ? line.size : line.parts.map(({ length }) => length),
          );
          expect(shown.reduce((sum, length) => sum + length, 0)).toBe(layout.size);
        }
      }),
    );
  });
});
