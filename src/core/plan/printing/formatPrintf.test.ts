import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PrintArgument } from './conversions.ts';
import { formatPrintf } from './readPrintRecords.ts';

/** A row written by scripts/generate/referencePrintf.ts, which describes the columns. */
type ReferenceRow = readonly [
  format: string,
  args: readonly (readonly [kind: string, value: number | string])[],
  expected: string,
];

const reference: readonly ReferenceRow[] = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'printf.reference.json'), 'utf8'),
);

function referenceArgument([kind, value]: ReferenceRow[1][number]): PrintArgument {
  switch (kind) {
    case 'integer':
      return { kind, bits: Number(value) };
    case 'longInteger':
      return { kind, bits: BigInt(value) };
    case 'float':
      return { kind, value: new Float32Array(Uint32Array.of(Number(value)).buffer)[0] ?? 0 };
    case 'double':
      return float(new Float64Array(BigUint64Array.of(BigInt(value)).buffer)[0] ?? 0);
    default:
      return { kind: 'text', text: String(value) };
  }
}

const integer = (value: number): PrintArgument => ({ kind: 'integer', bits: value >>> 0 });
const float = (value: number): PrintArgument => ({ kind: 'float', value });
const text = (value: string): PrintArgument => ({ kind: 'text', text: value });

/** Prints a format that must be supported. */
function print(format: string, ...args: PrintArgument[]): string {
  const result = formatPrintf(format, args);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

const formats = [...new Set(reference.map(([format]) => format))];

describe('formatting like the C library', () => {
  it('has more than a thousand reference cases', () => {
    expect(reference.length).toBeGreaterThan(1000);
  });

  it.each(formats)('%j', (format) => {
    const rows = reference.filter(([rowFormat]) => rowFormat === format);
    const printed = rows.map(([, args]) => print(format, ...args.map(referenceArgument)));
    expect(printed).toEqual(rows.map(([, , expected]) => expected));
  });
});

it('keeps the zeros of %#g when rounding gives one more digit, unlike glibc 2.36', () => {
  expect(print('%#g', float(999999.5))).toBe('1.00000e+06');
});

describe('formatting that C leaves undefined', () => {
  it.each([
    ['%d', [], '<missing argument for %d>'],
    ['%d and %-5.2f.', [integer(1)], '1 and <missing argument for %-5.2f>.'],
    ['%*d', [integer(5)], '<missing argument for %*d>'],
    ['%d', [integer(1), integer(2)], '1'],
    ['%d', [float(-3.7)], '-3'],
    ['%u', [float(-1)], '4294967295'],
    ['%x', [float(255.9)], 'ff'],
    ['%5d', [float(Number.NaN)], '  nan'],
    ['%d', [float(1e20)], '100000000000000000000'],
    ['%.2f', [integer(-3)], '-3.00'],
    ['%5s|%-4s|', [integer(-3), float(0.5)], '   -3|0.5 |'],
    ['%s %s', [float(Number.NaN), float(Number.POSITIVE_INFINITY)], 'nan inf'],
    ['%d %.2f', [text('seven'), text('eight')], 'seven ei'],
    ['%c', [float(65)], 'A'],
    ['%*d', [integer(2 ** 31 - 1), integer(1)], `${' '.repeat(4094)}1`],
  ] as const)('gives a sensible result for %j with %j', (format, args, expected) => {
    expect(print(format, ...args)).toBe(expected);
  });

  it('prints NaN without a sign', () => {
    const negativeNan = new Float32Array(Uint32Array.of(0xffc00000).buffer)[0] ?? 0;
    expect(print('%f', float(negativeNan))).toBe('nan');
  });

  it('counts characters instead of bytes', () => {
    expect(print('%3s|%.1s|', text('é'), text('🙂🙂'))).toBe('  é|🙂|');
  });
});

describe('an unsupported specifier', () => {
  const UNSUPPORTED = ['%p', '%n', '%a', '%-5lq', '%.-', '%\n', '%🙂', '%'];
  it.each(UNSUPPORTED)('is named in the error: %j', (format) => {
    const error = `Unsupported print specifier ${JSON.stringify(format)}`;
    const expected = { ok: false, error: expect.stringContaining(error) };
    expect(formatPrintf(`before ${format}`, [integer(1)])).toEqual(expected);
  });

  it('is reported together with the supported ones', () => {
    expect(formatPrintf('%d %y', [])).toMatchInlineSnapshot(`
      {
        "error": "Unsupported print specifier "%y": use d i u f F e E g G x X o s c, and %% for a percent sign.",
        "ok": false,
      }
    `);
  });

  it('includes one whose width is too large', () => {
    expect(formatPrintf('%5000d', [])).toEqual({
      ok: false,
      error: 'Unsupported print specifier "%5000d": width and precision are at most 4095.',
    });
    expect(formatPrintf('%.99999999999999999999f', [])).toMatchObject({ ok: false });
    expect(print('%4095d', integer(1))).toHaveLength(4095);
  });
});
