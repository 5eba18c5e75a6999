import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Writes src/core/plan/printing/printf.reference.json: the output of the platform's own printf for
 * a table of formats and values. Needs a C compiler; the tests only read the file. Run it with
 *
 *     npx tsx scripts/generate/referencePrintf.ts && npx biome format --write src/core/plan/printing
 */
const REFERENCE = path.resolve(
  import.meta.dirname,
  '../../src/core/plan/printing/printf.reference.json',
);

/** An argument given by its bits, so that no number parser can change it. */
type ReferenceArgument =
  | readonly [kind: 'integer' | 'float', bits: number]
  | readonly [kind: 'longInteger' | 'double', bits: string]
  | readonly [kind: 'text', text: string];

type ReferenceCase = readonly [format: string, args: readonly ReferenceArgument[]];

const integer = (value: number): ReferenceArgument => ['integer', value >>> 0];
const float = (value: number): ReferenceArgument => [
  'float',
  new Uint32Array(Float32Array.of(value).buffer)[0] ?? 0,
];
const double = (value: number): ReferenceArgument => [
  'double',
  `0x${(new BigUint64Array(Float64Array.of(value).buffer)[0] ?? 0n).toString(16)}`,
];
const longInteger = (value: bigint): ReferenceArgument => [
  'longInteger',
  `0x${BigInt.asUintN(64, value).toString(16)}`,
];
const text = (value: string): ReferenceArgument => ['text', value];

/** Each format combined with each value. A bar marks the end of right padding. */
function table(formats: string, values: readonly ReferenceArgument[]): ReferenceCase[] {
  return formats
    .split('\n')
    .flatMap((line) =>
      line
        .trim()
        .split(/\s*,\s*/)
        .filter(Boolean),
    )
    .flatMap((format) => values.map((value): ReferenceCase => [format, [value]]));
}

const SIGNED = `%d, %i, %5d, %-5d|, %05d, %+d, % d, %+ d, %+05d, %-05d|, % 06d, %.3d, %8.3d, %08.3d,
  %-8.3d|, %+.0d, %.0d, %.d, %-+8d|, %+8.5i, %12d`;
const UNSIGNED = `%u, %x, %X, %o, %#x, %#X, %#o, %8u, %-8x|, %08x, %#010x, %#10x, %-#8X|, %.4x, %#.4x,
  %#.0x, %#.0o, %.0u, %.0x, %#12.5o, %012u, %.12o, %#06o`;
const FIXED = `%f, %F, %.0f, %#.0f, %.1f, %.2f, %.10f, %.20f, %.50f, %8.2f, %-8.2f|, %08.2f, %+f, % f,
  %+08.1f, % 09.3f, %-+9.1f|, %020f`;
const SCIENTIFIC = `%e, %E, %.0e, %#.0e, %.1e, %.3e, %12.4e, %-14.3E|, %014.3e, %+e, % .2e, %.25e`;
// Not %#g: glibc 2.36 gives 1.e+06 for 999999.5, where C17 keeps the zeros (1.00000e+06).
const SHORTEST = `%g, %G, %#.7g, %.0g, %#.0g, %.1g, %.3g, %#.3g, %10g, %-10g|, %010g, %+g, % g, %.12g,
  %.25g`;

const INTEGERS = [0, 1, -1, 42, -1234567, 2 ** 31 - 1, -(2 ** 31)].map(integer);
const WORDS = [0, 1, 8, 255, 3735928559, 2 ** 32 - 1].map(integer);
const FLOATS = [
  ...[0, -0, 1, -1.5, 0.1, 0.5, 2.5, 3.25, 9.5, 0.0001, 0.00001234, 99999.95, 999999.5],
  ...[123456789, -1e10, 1e20, 3.4028234663852886e38, 1.1754943508222875e-38, 1e-45],
  ...[Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN],
].map(float);
const DOUBLES = [0.1, -2 / 3, 1e300, 5e-324, 2.2250738585072014e-308, 2 ** 53 - 1, 0.125].map(
  double,
);
const LONG_INTEGERS = [0n, -1n, 2n ** 32n, 2n ** 63n - 1n, -(2n ** 63n)].map(longInteger);

const TEXTS = [text(''), text('a'), text('some text')];
const CHARACTERS = [65, 32, 126, 256 + 66].map(integer);

const CASES: readonly ReferenceCase[] = [
  ...table(SIGNED, INTEGERS),
  ...table(UNSIGNED, WORDS),
  ...table(FIXED, FLOATS),
  ...table(SCIENTIFIC, FLOATS),
  ...table(SHORTEST, FLOATS),
  ...table('%f, %.17g, %.20e, %.3f, %.400f, %.800e', DOUBLES),
  ...table('%lld, %llu, %llx, %#llo, %+025lld', LONG_INTEGERS),
  ...table('%s, %5s, %-5s|, %.2s, %.0s, %.s, %6.1s, %-6.3s|', TEXTS),
  ...table('%c, %3c, %-3c|', CHARACTERS),
  ['x = %d, y = %f\n', [integer(7), float(0.25)]],
  ['no conversion', []],
  ['%%', []],
  ['100%% of %d%%', [integer(3)]],
  ['%s: %5.1f%% (%#x)', [text('share'), float(12.345), integer(48879)]],
  ['%hhd %hd %ld', [integer(100), integer(-30000), longInteger(5n)]],
  ['%*d|', [integer(6), integer(42)]],
  ['%*d|', [integer(-6), integer(42)]],
  ['%.*f', [integer(2), float(1.005)]],
  ['%.*f', [integer(-2), float(1.005)]],
  ['%0*.*e', [integer(15), integer(3), float(-12345.678)]],
  ['%d %s %c %g', [integer(-3), text('and'), integer(122), float(1e-7)]],
];

function cArgument([kind, value]: ReferenceArgument): string {
  switch (kind) {
    case 'integer':
      return `(int)${value}u`;
    case 'float':
      return `float_of(${value}u)`;
    case 'double':
      return `double_of(${value}ull)`;
    case 'longInteger':
      return `(long long)${value}ull`;
    case 'text':
      return JSON.stringify(value);
  }
}

function cProgram(cases: readonly ReferenceCase[]): string {
  const calls = cases.map(([format, args]) => {
    const list = [JSON.stringify(format), ...args.map(cArgument)].join(', ');
    return `  printf(${list}); putchar(0);`;
  });
  return `#include <stdint.h>
#include <stdio.h>
#include <string.h>
static float float_of(uint32_t bits) { float value; memcpy(&value, &bits, 4); return value; }
static double double_of(uint64_t bits) { double value; memcpy(&value, &bits, 8); return value; }
int main(void) {
${calls.join('\n')}
  return 0;
}
`;
}

function runC(cases: readonly ReferenceCase[]): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'printf-'));
  try {
    const source = path.join(folder, 'reference.c');
    const program = path.join(folder, 'reference');
    writeFileSync(source, cProgram(cases));
    // Some formats are odd on purpose, and the compiler must not optimize printf.
    execFileSync('cc', ['-w', '-O0', '-fno-builtin', '-o', program, source]);
    return execFileSync(program, { encoding: 'latin1' }).split('\0').slice(0, -1);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const expected = runC(CASES);
const rows = CASES.map(([format, args], index) => [format, args, expected[index]]);
writeFileSync(REFERENCE, `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`);
console.log(`${rows.length} cases written to ${path.relative('.', REFERENCE)}`);
