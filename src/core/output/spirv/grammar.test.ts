import { expect, it } from 'vitest';
import { GRAMMAR } from './grammar.generated.ts';
import { type Entry, formatLiteral, Grammar, type NumberType, SUPPLEMENT } from './grammar.ts';

/** Every instruction of a grammar, and every value of the enumerations that these refer to. */
function everyEntry(grammar: Grammar): Map<string, Entry> {
  const found = new Map<string, Entry>();
  const visit = (place: string, entries: ReadonlyMap<number, Entry>): void => {
    for (const [number, entry] of entries) {
      const key = `${place} ${number}`;
      if (found.has(key)) continue;
      found.set(key, entry);
      for (const kind of grammar.groups(entry.signature).flatMap((group) => group.kinds)) {
        if (typeof kind !== 'string') visit(kind.entries.get(0)?.name ?? 'kind', kind.entries);
      }
    }
  };
  visit('Op', grammar.instructions);
  return found;
}

it('has an operand kind for each word of each signature', () => {
  expect(everyEntry(new Grammar([GRAMMAR, SUPPLEMENT])).size).toBeGreaterThan(1300);
});

it('does not rename in the supplement what spirv-dis knows', () => {
  const generated = new Grammar([GRAMMAR]).instructions;
  const whole = new Grammar([GRAMMAR, SUPPLEMENT]).instructions;
  const changed = [...generated].flatMap(([opcode, entry]) => {
    const now = whole.get(opcode);
    return now?.signature === entry.signature && now.name === entry.name ? [] : [now];
  });
  expect(changed).toEqual([{ name: 'TypeFloat', signature: 'rn FPEncoding?', resultAt: 1 }]);
});

it('rejects an unknown operand kind', () => {
  const grammar = new Grammar(['= core\n0 Nop Unheard\n']);
  expect(() => grammar.groups('Unheard')).toThrow('The grammar has no operand kind Unheard.');
});

it('finds the extended instructions of a family of sets by the start of its name', () => {
  const grammar = new Grammar(['= set Family.\n3 Member ii\n= set Single\nOnly\n']);
  expect(grammar.extendedSet('Family.5')?.get(3)?.name).toBe('Member');
  expect(grammar.extendedSet('Single')?.get(0)?.name).toBe('Only');
  expect(grammar.extendedSet('Single.1')).toBeUndefined();
});

const float = (width: number): NumberType => ({ tag: 'float', width });
const words = (values: ArrayBufferView<ArrayBuffer>) => new Uint32Array(values.buffer);

it.each([
  [0, '0'],
  [-0, '-0'],
  [-1.5, '-1.5'],
  [0.1, '0.100000001'],
  [1e-5, '9.99999975e-06'],
  [123456789, '123456792'],
  [1e9, '1e+09'],
  [3.4028234663852886e38, '3.40282347e+38'],
  // Halfway between two nine-digit numbers: rounds to even, whereas JavaScript rounds up.
  [2 ** -13, '0.000122070312'],
  [2 ** -149, '0x1p-149'],
  [Number.POSITIVE_INFINITY, '0x1p+128'],
  [Number.NaN, '0x1.8p+128'],
])('prints the float %s as %s', (value, text) => {
  expect(formatLiteral(words(Float32Array.of(value)), float(32))).toBe(text);
});

it.each([
  [0.1, '0.10000000000000001'],
  [1e300, '1.0000000000000001e+300'],
  [1234567890, '1234567890'],
  [1e17, '1e+17'],
  [5e-324, '0x1p-1074'],
  [-2.2e-308, '-0x1.fa3afaa0b9a04p-1023'],
  [Number.NEGATIVE_INFINITY, '-0x1p+1024'],
])('prints the double %s as %s', (value, text) => {
  expect(formatLiteral(words(Float64Array.of(value)), float(64))).toBe(text);
});

it.each([
  [0x8000, '-0x0p+0'],
  [0x3c00, '0x1p+0'],
  [0x3555, '0x1.554p-2'],
  [0x0001, '0x1p-24'],
  [0x03ff, '0x1.ff8p-15'],
  [0xfc00, '-0x1p+16'],
  [0x7e00, '0x1.8p+16'],
])('prints the half %i as %s', (bits, text) => {
  expect(formatLiteral(Uint32Array.of(bits), float(16))).toBe(text);
});

it.each<[NumberType, number[], string]>([
  [{ tag: 'unsigned', width: 32 }, [0xffffffff], '4294967295'],
  [{ tag: 'signed', width: 32 }, [0xffffffff], '-1'],
  [{ tag: 'signed', width: 16 }, [0xffff8000], '-32768'],
  [{ tag: 'unsigned', width: 64 }, [0xffffffff, 0xffffffff], '18446744073709551615'],
  [{ tag: 'signed', width: 64 }, [0, 0x80000000], '-9223372036854775808'],
  [{ tag: 'unsigned', width: 128 }, [1, 2, 3, 4], ''],
])('prints an integer of type %j with words %j as %s', (type, values, text) => {
  expect(formatLiteral(Uint32Array.from(values), type)).toBe(text);
});
