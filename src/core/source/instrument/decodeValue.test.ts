import { expect, it } from 'vitest';
import { fc } from '../../../../tests/support/property.ts';
import { decodeValueAt, endOfValue } from './decodeTrace.ts';
import type { TracedType } from './site.ts';
import { SCALAR_CODE, VALUE_KIND } from './traceLayout.ts';

const TYPES: readonly TracedType[] = [
  { kind: 'struct', name: 'Pair', fields: ['one', 'other'] },
  { kind: 'struct', name: 'Empty', fields: [] },
  { kind: 'enum', name: 'Side', cases: [{ name: 'left', value: 0 }] },
];

const kind = fc.integer({ min: 0, max: Object.keys(VALUE_KIND).length });
const low = fc.constantFrom(
  ...[0, 1, 2, 3, SCALAR_CODE.float, (2 << 8) | SCALAR_CODE.int, (2 << 12) | (3 << 8) | 1],
);

/** Words that often form a value, or almost do. */
const anyWords = fc.array(
  fc.oneof(
    { weight: 1, arbitrary: fc.nat(4) },
    { weight: 2, arbitrary: fc.tuple(kind, low).map(([high, rest]) => (high << 16) | rest) },
  ),
  { minLength: 1, maxLength: 40 },
);

it('skips a value to the same end as reading it', () => {
  let values = 0;
  fc.assert(
    fc.property(anyWords, (numbers) => {
      const words = Uint32Array.from(numbers);
      const end = endOfValue(words, 0, words.length, TYPES);
      const read = decodeValueAt(words, 0, TYPES);
      expect(read !== undefined).toBe(end >= 0);
      if (end < 0) return;
      values += 1;
      expect(decodeValueAt(words.slice(0, end), 0, TYPES)).toEqual(read);
      expect(decodeValueAt(words.slice(0, end - 1), 0, TYPES)).toBeUndefined();
    }),
    { numRuns: 2000 },
  );
  expect(values).toBeGreaterThan(400);
});
