import { assertNever } from '#core/util/assertNever.ts';
import { toHalf } from '#core/util/half.ts';
import { columnsNamed, type ElementLayout, type ScalarType } from './columns.ts';
import { readAsDouble } from './scalars.ts';

export type FindTest = 'equal' | 'greater' | 'nan';

/**
 * The first element, at or after `from`, whose number in a column passes the test; null if there is
 * none.
 *
 * @param column the name of a column (any of its components may pass) or of a component, such as
 * `position.x`
 * @param value rounded to the column's type first, so that 0.1 finds 0.1 as a float
 */
export function findInBytes(
  bytes: Uint8Array,
  layout: ElementLayout,
  column: string,
  test: FindTest,
  value: number,
  from: number,
): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { stride } = layout;
  const searched = columnsNamed(layout, column).map(({ offset, scalar }) => ({
    offset,
    scalar,
    passes: testFor(test, rounded(value, scalar)),
  }));
  const end = Math.floor(bytes.byteLength / stride);
  for (let index = Math.max(0, Math.ceil(from)); index < end; index += 1) {
    for (const { offset, scalar, passes } of searched) {
      if (passes(readAsDouble(view, index * stride + offset, scalar))) return index;
    }
  }
  return null;
}

function testFor(test: FindTest, wanted: number): (value: number) => boolean {
  switch (test) {
    case 'equal':
      return Number.isNaN(wanted) ? Number.isNaN : (value) => value === wanted;
    case 'greater':
      return (value) => value > wanted;
    case 'nan':
      return Number.isNaN;
    default:
      return assertNever(test);
  }
}

function rounded(value: number, scalar: ScalarType): number {
  if (scalar === 'float32') return Math.fround(value);
  return scalar === 'float16' ? toHalf(value) : value;
}
