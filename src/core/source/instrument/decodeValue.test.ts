import { expect, it } from 'vitest';
import { createRandom } from '../../../../tests/support/random.ts';
import { decodeValueAt, endOfValue } from './decodeTrace.ts';
import type { TracedType } from './site.ts';
import { SCALAR_CODE, VALUE_KIND } from './traceLayout.ts';

const TYPES: readonly TracedType[] = [
  { kind: 'struct', name: 'Pair', fields: ['one', 'other'] },
  { kind: 'struct', name: 'Empty', fields: [] },
  { kind: 'enum', name: 'Side', cases: [{ name: 'left', value: 0 }] },
];

/** Words that often form a value, or almost do. */
function randomWords(random: (limit: number) => number): Uint32Array {
  const word = () => {
    const kind = random(Object.keys(VALUE_KIND).length + 1);
    const low = [
      random(4),
      SCALAR_CODE.float,
      (2 << 8) | SCALAR_CODE.int,
      (2 << 12) | (3 << 8) | 1,
    ];
    return random(3) === 0 ? random(5) : (kind << 16) | (low[random(low.length)] ?? 0);
  };
  return Uint32Array.from({ length: 1 + random(40) }, word);
}

it('skips a value to the same end as reading it', () => {
  const random = createRandom(7);
  let values = 0;
  for (let round = 0; round < 5000; round += 1) {
    const words = randomWords(random);
    const end = endOfValue(words, 0, words.length, TYPES);
    const read = decodeValueAt(words, 0, TYPES);
    expect(read !== undefined, String(words)).toBe(end >= 0);
    if (end < 0) continue;
    values += 1;
    expect(decodeValueAt(words.slice(0, end), 0, TYPES), String(words)).toEqual(read);
    expect(decodeValueAt(words.slice(0, end - 1), 0, TYPES), String(words)).toBeUndefined();
  }
  expect(values).toBeGreaterThan(1000);
});
