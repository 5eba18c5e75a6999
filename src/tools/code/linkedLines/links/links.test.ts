import { describe, expect, it } from 'vitest';
import type { LineMap, LineOrigin, SourceFile } from '#core/output/lineMap/lineMap.ts';
import { indexLines } from './lineIndex.ts';
import { type LinePlace, linkedTo, stripesOf } from './linkedTo.ts';
import { APPROXIMATE, linkHint, noCodeText, originText, somewhereText } from './originText.ts';

const FILES: readonly SourceFile[] = [
  { kind: 'project', path: '/user.slang' },
  { kind: 'library', name: 'rendering' },
  { kind: 'core', name: 'hlsl.meta.slang' },
  { kind: 'project', path: '/noise.slang' },
];
const at = (line: number, file = 0): LineOrigin => ({ kind: 'line', file, line });
const within = (from: number, to: number): LineOrigin => ({ kind: 'function', file: 0, from, to });

const MAP: LineMap = {
  files: FILES,
  origins: [
    ...[null, at(3), at(4), at(3), at(8, 1), at(3200, 2)],
    ...[at(2, 3), within(10, 12), within(10, 12), at(10)],
  ],
  functions: [{ name: 'ring', from: 1, to: 5 }],
  parts: new Int32Array(),
};

const index = indexLines(MAP);
const code = (line: number): LinePlace => ({ side: 'code', line });
const source = (line: number, path = '/user.slang'): LinePlace => ({ side: 'source', path, line });
const summary = (place: LinePlace) => {
  const links = linkedTo(index, place);
  return links && [links.code, links.sources[0]?.lines ?? null, links.isApproximate];
};
const hint = (place: LinePlace, shown = '/user.slang') => {
  const links = linkedTo(index, place);
  return links && linkHint(links, shown);
};

describe('the links of a line', () => {
  it('are all target lines that come from a source line', () => {
    expect(summary(source(3))).toEqual([[2, 4], [3], false]);
    expect(summary(source(2, '/noise.slang'))).toEqual([[7], [2], false]);
    expect([summary(source(1)), summary(source(3, '/gone.slang'))]).toEqual([null, null]);
  });

  it('are a target line’s source line and the other target lines from it', () => {
    expect(summary(code(4))).toEqual([[2, 4], [3], false]);
    expect([summary(code(1)), summary(code(0)), summary(code(99))]).toEqual([null, null, null]);
  });

  it('are the whole function if no line is certain', () => {
    expect(summary(code(8))).toEqual([[8, 9], [10, 11, 12], true]);
    expect(summary(source(11))).toEqual([[8, 9], [11], true]);
  });

  it('are exact for a certain line in such a function', () => {
    expect(summary(source(10))).toEqual([[10], [10], false]);
  });

  it('have no source lines for library code', () => {
    expect(summary(code(5))).toEqual([[5], null, false]);
    expect(summary(code(6))).toEqual([[6], null, false]);
  });

  it('state what the marks do not show', () => {
    expect([hint(code(2)), hint(source(3))]).toEqual([null, null]);
    expect([hint(source(11)), hint(code(8))]).toEqual([APPROXIMATE, APPROXIMATE]);
    expect([hint(code(7)), hint(code(5)), hint(code(6)), hint(code(8), '/noise.slang')]).toEqual([
      'From noise.slang, line 2.',
      'From the playground’s module rendering, line 8.',
      "From the compiler's core library (hlsl.meta.slang, line 3200), whose text is not part of the page.",
      'From user.slang, approximate: lines 10 to 12.',
    ]);
    expect(originText({ file: { kind: 'project', path: '/a/b.slang' }, origin: at(1) })).toBe(
      'From a/b.slang, line 1.',
    );
  });
});

it('gives each target line the number of its function', () => {
  const stripes = stripesOf(
    {
      files: FILES,
      origins: [null, at(1), null, at(8), null, at(1, 1), at(5, 3), within(7, 9), null],
      functions: [
        { name: 'ring', from: 2, to: 5 },
        { name: 'drawPixel', from: 6, to: 6 },
      ],
      parts: new Int32Array(),
    },
    {
      '/user.slang': [
        { name: 'ring', from: 1, to: 3 },
        { name: 'main', from: 7, to: 9 },
      ],
      '/noise.slang': [{ name: 'noise', from: 5, to: 5 }],
    },
  );
  expect(stripes.names).toEqual(['ring', 'main', 'noise']);
  expect([...stripes.code.subarray(1)]).toEqual([0, 1, 1, 2, 2, 0, 3, 2, 0]);
  expect([...(stripes.source['/user.slang'] ?? [])]).toEqual([0, 1, 1, 1, 0, 0, 0, 2, 2, 2]);
});

describe('a line without code', () => {
  const main = { name: 'main', from: 1, to: 3 };
  const time = { kind: 'declaration', name: 'time', isConstant: false } as const;
  const limit = { kind: 'declaration', name: 'LIMIT', isConstant: true } as const;
  const header = { kind: 'header', function: main } as const;

  it.each([
    [{ kind: 'import' }, 'it only says which modules belong together.'],
    [{ kind: 'attributes', arePlaygrounds: true }, 'its attributes are for the playground.'],
    [
      { kind: 'attributes', arePlaygrounds: false },
      'this output needs no code for its attributes.',
    ],
    [{ kind: 'enum' }, 'the values of an enumeration are plain numbers in the code.'],
    [time, 'nothing in this output uses “time”.'],
    [limit, 'the compiler writes the value of “LIMIT” where it’s used.'],
  ] as const)('is explained by its kind: %j', (role, reason) => {
    expect(noCodeText(role, false)).toBe(`No target code comes from this line: ${reason}`);
  });

  it('is not explained while the code contains what the line declares', () => {
    const texts = [time, limit, header].map((role) => noCodeText(role, true));
    expect([...texts, noCodeText({ kind: 'other' }, false)]).toEqual([null, null, null, null]);
  });

  it('has the place where its code may be', () => {
    expect([header, time, { kind: 'other' } as const].map(somewhereText)).toEqual([
      'That line is part of the header of “main”, whose code begins here.',
      'It isn’t certain which code comes from that line. “time” is named here first.',
      null,
    ]);
  });
});
