import { describe, expect, it } from 'vitest';
import { TRACE_LAYOUT as AT } from '#core/source/instrument/traceLayout.ts';
import { readSummary, type TraceRequest, traceHeader } from './tracing.ts';

const NOWHERE = [0xffff_ffff, 0xffff_ffff, 0xffff_ffff];

const ONE: TraceRequest = {
  mode: 'oneThread',
  entryPoint: 2,
  thread: [7, 8, 9],
  texel: [3, 4],
  limit: 1000,
};

describe('the header', () => {
  const words = (header: Uint32Array, from: number, count: number) => [
    ...header.subarray(from, from + count),
  ];

  it('without a texel matches no store', () => {
    expect(words(traceHeader({ ...ONE, texel: null }), AT.texel, 3)).toEqual(NOWHERE);
    expect(words(traceHeader({ mode: 'nonFinite', picture: [], words: 10 }), AT.texel, 3)).toEqual(
      NOWHERE,
    );
  });

  it('sets the words that threads write to 0', () => {
    const scratch = words(traceHeader(ONE), AT.scratch, AT.first - AT.scratch);
    expect(new Set(scratch)).toEqual(new Set([0]));
  });
});

describe('the summary', () => {
  const summaryOf = (entries: readonly (readonly [at: number, words: readonly number[]])[]) => {
    const words = new Uint32Array(AT.first);
    for (const [at, values] of entries) words.set(values, at);
    return readSummary(words);
  };
  const bits = (values: readonly number[]) => [
    ...new Uint32Array(Float32Array.from(values).buffer),
  ];

  it('is empty if no thread wrote anything', () => {
    expect(summaryOf([])).toEqual({ dispatches: 0, writer: null, color: null });
  });

  it('contains the last writer, even if it is thread 0 of entry point 0', () => {
    expect(summaryOf([[AT.writes, [1]]]).writer).toEqual({ entryPoint: 0, thread: [0, 0, 0] });
    const writer = [AT.writer, [2, 10, 11, 12]] as const;
    const found = summaryOf([[AT.writes, [3]], writer]);
    expect(found.writer).toEqual({ entryPoint: 2, thread: [10, 11, 12] });
  });

  it('contains the stored colour, even if it is black or NaN', () => {
    expect(summaryOf([[AT.hasColor, [1]]]).color).toEqual([0, 0, 0, 0]);
    const color = [0.5, -1, Number.NaN, Number.POSITIVE_INFINITY];
    const stored = [AT.color, bits(color)] as const;
    expect(summaryOf([[AT.hasColor, [1]], stored]).color).toEqual(color);
  });

  it('reads a subarray of a buffer', () => {
    const words = new Uint32Array(AT.first + 5).subarray(5);
    words.set([1], AT.hasColor);
    words.set(bits([1, 2, 3, 4]), AT.color);
    expect(readSummary(words).color).toEqual([1, 2, 3, 4]);
  });
});
