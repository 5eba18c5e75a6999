import { describe, expect, it } from 'vitest';
import { PRINT_RECORD_COUNT } from './printBuffer.ts';
import {
  PRINT_CUT,
  PRINT_OVERFLOW,
  PRINTED_TEXT_LIMIT,
  readPrintRecords,
} from './readPrintRecords.ts';

const [FORMAT, TEXT, INTEGER, FLOAT, DOUBLE, LONG_INTEGER] = [1, 2, 3, 4, 5, 6] as const;
const END = 0xffff_ffff;

const STRINGS: Record<number, string> = {
  10: 'x = %d, y = %f\n',
  11: 'hello',
  12: '%s|',
  4294967280: '%u\n',
  13: '%d%%',
  14: '%q and %d',
  15: '%f\n',
  16: '%lld\n',
};

type RecordWords = readonly [kind: number, low?: number, high?: number];

/** A buffer as read from the GPU, with zeros where nothing was written. */
function buffer(...records: RecordWords[]): Uint32Array {
  const words = new Uint32Array(PRINT_RECORD_COUNT * 3);
  records.forEach(([kind, low = 0, high = 0], index) => {
    words.set([kind, low, high], index * 3);
  });
  return words;
}

/** Sets the counter in record 0 to the number of records that the threads requested. */
function counted(words: Uint32Array, count: number): Uint32Array {
  words[2] = count;
  return words;
}

function bitsOf(value: number): number {
  return new Uint32Array(Float32Array.of(value).buffer)[0] ?? 0;
}

const textOf = (words: Uint32Array) => readPrintRecords(words, STRINGS).text;

describe('print records', () => {
  it('are formatted in order, without added line breaks', () => {
    const numbers = buffer([FORMAT, 11], [FORMAT, 10], [INTEGER, -5 >>> 0], [FLOAT, bitsOf(0.1)]);
    expect(textOf(numbers)).toBe('hellox = -5, y = 0.100000\n');
    const words = buffer([FORMAT, 12], [TEXT, 11], [FORMAT, 0xffff_fff0], [INTEGER, 0xffff_ffff]);
    expect(readPrintRecords(counted(words, 4), STRINGS)).toEqual({
      text: 'hello|4294967295\n',
      overflowed: false,
      errors: [],
    });
  });

  it('produce no text from an empty buffer', () => {
    const nothing = { text: '', overflowed: false, errors: [] };
    const ended = new Uint32Array(PRINT_RECORD_COUNT * 3).fill(END);
    for (const words of [buffer(), new Uint32Array(0), ended]) {
      expect(readPrintRecords(words, STRINGS)).toEqual(nothing);
    }
  });

  it('decode 64-bit values', () => {
    const [low = 0, high = 0] = new Uint32Array(Float64Array.of(1 / 3).buffer);
    const doubles = buffer([FORMAT, 15], [DOUBLE, low, high], [FORMAT, 15], [DOUBLE]);
    expect(textOf(doubles)).toBe('0.333333\n0.000000\n');
    const minusTwo = buffer([FORMAT, 16], [LONG_INTEGER, 0xffff_fffe, 0xffff_ffff]);
    expect(textOf(minusTwo)).toBe('-2\n');
  });

  it('may contain end markers between messages', () => {
    const words = buffer([FORMAT, 13], [INTEGER, 3], [END], [END], [FORMAT, 11], [END]);
    expect(textOf(words)).toBe('3%hello');
  });

  it('describe missing or unknown values, never as undefined', () => {
    const words = buffer([FORMAT, 13], [FORMAT, 0xabcd], [INTEGER, 1], [FORMAT, 12], [TEXT, 0xab]);
    expect(textOf(words)).toBe(
      '<missing argument for %d>%<unknown string 0x0000abcd><unknown string 0x000000ab>|',
    );
  });

  it('without a message are reported as such', () => {
    expect(textOf(buffer([INTEGER, 1], [FORMAT, 11], [77, 1], [END], [TEXT, 11]))).toBe(
      '<print record of kind 3 without a format>hello<print record of kind 77 without a format>' +
        '<print record of kind 2 without a format>',
    );
  });

  it('with an unsupported specifier stay unformatted, and the specifier is reported once', () => {
    const words = buffer([FORMAT, 14], [FORMAT, 14], [INTEGER, 1], [FORMAT, 11]);
    expect(readPrintRecords(words, STRINGS)).toEqual({
      text: '%q and %d%q and %dhello',
      overflowed: false,
      errors: [expect.stringMatching(/^Unsupported print specifier "%q": .* "%q and %d"\.$/)],
    });
  });
});

describe('a full print buffer', () => {
  const full = () =>
    buffer(...Array.from({ length: PRINT_RECORD_COUNT }, () => [FORMAT, 11] as const));

  it('is complete if all records fit', () => {
    const { text, overflowed } = readPrintRecords(counted(full(), PRINT_RECORD_COUNT), STRINGS);
    expect([text, overflowed]).toEqual(['hello'.repeat(PRINT_RECORD_COUNT), false]);
  });

  it('prints the records that fit, then the message on its own line', () => {
    expect(readPrintRecords(counted(full(), PRINT_RECORD_COUNT + 1), STRINGS)).toEqual({
      text: `${'hello'.repeat(PRINT_RECORD_COUNT)}\n${PRINT_OVERFLOW}\n`,
      overflowed: true,
      errors: [],
    });
  });

  it('adds no second line break after a complete line', () => {
    const words = counted(buffer([FORMAT, 15], [FLOAT, bitsOf(1)]), PRINT_RECORD_COUNT + 7);
    expect(textOf(words)).toBe(`1.000000\n${PRINT_OVERFLOW}\n`);
  });

  it('is not read past its end', () => {
    const words = new Uint32Array(PRINT_RECORD_COUNT * 3 + 6);
    words.set([FORMAT, 11, 0, FORMAT, 11, 0], PRINT_RECORD_COUNT * 3);
    expect(textOf(words)).toBe('');
  });
});

describe('a text beyond the limit of a frame', () => {
  const LONG = 'abcdefghij'.repeat(100_000);
  const messages = (...message: RecordWords[]) =>
    buffer(...Array.from({ length: PRINT_RECORD_COUNT / message.length }, () => message).flat());

  // Gigabytes in total, more than a string can hold.
  const huge: Record<string, readonly [Uint32Array, Record<number, string>]> = {
    'long formats': [messages([FORMAT, 1]), { 1: LONG }],
    'long formats with an unsupported specifier': [messages([FORMAT, 1]), { 1: `${LONG}%q` }],
    'long arguments': [messages([FORMAT, 1], [TEXT, 2]), { 1: '%s', 2: LONG }],
    'wide conversions': [messages([FORMAT, 1], [INTEGER, 2]), { 1: '%4000d' }],
    'precise conversions': [messages([FORMAT, 1], [DOUBLE, 1, 2]), { 1: '%.4000f' }],
    'conversions without arguments': [messages([FORMAT, 1]), { 1: '%d'.repeat(1_000_000) }],
  };
  it.each(Object.entries(huge))('is cut and says so: %s', (_, [words, strings]) => {
    const { text } = readPrintRecords(words, strings);
    expect(text.slice(PRINTED_TEXT_LIMIT)).toBe(`\n${PRINT_CUT}\n`);
  });

  it('is complete at exactly the limit', () => {
    const words = buffer([FORMAT, 1], [FORMAT, 2]);
    const strings = { 1: LONG.slice(1), 2: 'k' };
    expect(readPrintRecords(words, strings).text).toBe(`${LONG.slice(1)}k`);
    const { text } = readPrintRecords(words, { ...strings, 2: 'kl' });
    expect(text).toBe(`${LONG.slice(1)}k\n${PRINT_CUT}\n`);
  });

  it('is not cut inside a character', () => {
    const { text } = readPrintRecords(buffer([FORMAT, 1]), { 1: `.${'😀'.repeat(600_000)}` });
    expect(text).toHaveLength(PRINTED_TEXT_LIMIT - 1 + `\n${PRINT_CUT}\n`.length);
    expect(text.slice(0, PRINTED_TEXT_LIMIT - 1).endsWith('😀')).toBe(true);
  });

  it('may be cut and also lack messages that did not fit the buffer', () => {
    const words = counted(messages([FORMAT, 1]), PRINT_RECORD_COUNT + 1);
    const { text } = readPrintRecords(words, { 1: LONG });
    expect(text.slice(PRINTED_TEXT_LIMIT)).toBe(`\n${PRINT_CUT}\n${PRINT_OVERFLOW}\n`);
  });

  it('is also cut if many parts of a format produce little text', () => {
    const { text } = readPrintRecords(messages([FORMAT, 1]), { 1: '%%'.repeat(1_000_000) });
    expect(text).toMatch(new RegExp(`^%{65536}\n${PRINT_CUT}\n$`));
  });

  it('has short messages about its formats', () => {
    const { errors } = readPrintRecords(buffer([FORMAT, 1]), { 1: `%${'-'.repeat(100_000)}q` });
    expect(errors).toHaveLength(1);
    expect(errors[0]?.length).toBeLessThan(400);
  });
});
