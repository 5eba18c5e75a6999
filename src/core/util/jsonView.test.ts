import { expect, it } from 'vitest';
import type { JsonValue } from './json.ts';
import { briefJson, hasAtMost, searchJson } from './jsonView.ts';
import { runAtOnce } from './slices.ts';

const search = (query: string) => runAtOnce(searchJson(LAYOUT, query));

const LAYOUT: JsonValue = {
  parameters: [
    { name: 'time', binding: { kind: 'uniform', offset: 0 } },
    { name: 'outputTexture', binding: { kind: 'descriptorTableSlot', index: 1 } },
    [null, true],
  ],
  entryPoints: [{ name: 'paint', threadGroupSize: [16, 16, 1] }],
};

it('keeps matches and their ancestors, and counts the matches', () => {
  expect(search('TIME')).toEqual({ value: { parameters: [{ name: 'time' }] }, count: 1 });
});

it('finds numbers and other primitive values', () => {
  expect(search('16')).toEqual({
    value: { entryPoints: [{ threadGroupSize: [16, 16] }] },
    count: 2,
  });
  expect(search('null')).toEqual({ value: { parameters: [[null]] }, count: 1 });
});

it('keeps everything below a key that matches', () => {
  expect(search('entrypoints')).toEqual({
    value: { entryPoints: [{ name: 'paint', threadGroupSize: [16, 16, 1] }] },
    count: 1,
  });
});

it('returns undefined without a match', () => {
  expect(search('absent')).toEqual({ value: undefined, count: 0 });
});

it('cuts long strings and keys and leaves everything else unchanged', () => {
  const long = 'x'.repeat(5000);
  const short = { a: [1, true, null, 'text'], b: { c: 'd' } };
  expect(runAtOnce(briefJson(short))).toEqual(short);
  expect(runAtOnce(briefJson({ [long]: [long] }))).toEqual({
    [`${'x'.repeat(1000)}…`]: [`${'x'.repeat(1000)}…`],
  });
});

it('counts values with the objects and arrays that hold them', () => {
  const value = { a: [1, null], b: { c: 'text' } };
  expect([hasAtMost(6, value), hasAtMost(5, value)]).toEqual([true, false]);
  expect([hasAtMost(1, 'text'), hasAtMost(0, 'text')]).toEqual([true, false]);
});
