import { describe, expect, it } from 'vitest';
import { draftOf } from '../../tests/support/drafts.ts';
import { datedVersionOf } from '../../tests/support/versions.ts';
import { type Archive, readArchive, versionsOf, writeArchive } from './archive.ts';

const ARCHIVE: Archive = {
  versions: [
    datedVersionOf('a\r\n\u2028😀', {
      uri: 'https://a.test/demos/circle.slang',
      name: 'Before the fog',
      pinned: true,
    }),
    datedVersionOf('b', { time: 2, foreign: true, reason: 'replaced', lineage: 'another' }),
  ],
  drafts: [{ savedAt: 3, draft: draftOf('c', { uniformValues: { level: 1 } }) }],
  settings: {
    'playground:theme': 'dark',
    'react-resizable-panels:playground:layout:source:results': '{"source":40,"results":60}',
  },
};
const FILE = writeArchive(ARCHIVE, new Date(0));

/** The file with some of it replaced. */
const changed = (part: object) => JSON.stringify({ ...JSON.parse(FILE), ...part });
const refusal = (file: string) => {
  const read = readArchive(file);
  return read.ok ? 'was read' : read.error;
};

it('is read as it was written', () => {
  expect(readArchive(FILE)).toEqual({ ok: true, value: ARCHIVE });
  expect(JSON.parse(FILE)).toMatchObject({
    kind: 'slang-playground-history',
    format: 2,
    exportedAt: '1970-01-01T00:00:00.000Z',
  });
});

describe('a file that is none', () => {
  it.each([
    '',
    'hello',
    '[]',
    '7',
    'null',
    '{}',
    '{"kind":"other","format":1}',
    changed({ format: '1' }),
  ])('%j is refused as such', (file) => {
    expect(refusal(file)).toBe('This file is no history of the playground.');
  });

  it('of a newer version says what to do', () => {
    expect(refusal(changed({ format: 3 }))).toBe(
      'This file is of a newer playground (format 3; this one reads 2). ' +
        'Reload the page to get the newest, then import again.',
    );
  });

  it.each([
    [{ versions: 7 }, 'This file is damaged: it has no list of versions.'],
    [{ drafts: undefined }, 'This file is damaged: it has no list of drafts.'],
    [
      { versions: [ARCHIVE.versions[0], { ...ARCHIVE.versions[1], text: 7 }] },
      'This file is damaged: number 2 of its versions cannot be read.',
    ],
    [
      { versions: [{ ...ARCHIVE.versions[0], time: 1e300 }] },
      'This file is damaged: number 1 of its versions cannot be read.',
    ],
    [
      { versions: [{ ...ARCHIVE.versions[0], reason: '<img>' }] },
      'This file is damaged: number 1 of its versions cannot be read.',
    ],
    [
      { versions: [{ ...ARCHIVE.versions[0], name: 'x'.repeat(101) }] },
      'This file is damaged: number 1 of its versions cannot be read.',
    ],
    [
      { versions: [{ ...ARCHIVE.versions[0], pinned: 'yes' }] },
      'This file is damaged: number 1 of its versions cannot be read.',
    ],
    [
      { drafts: [{ savedAt: 'now', draft: draftOf('c') }] },
      'This file is damaged: number 1 of its drafts cannot be read.',
    ],
    [
      { versions: new Array(10_001).fill(ARCHIVE.versions[0]) },
      'This file has more than 10000 versions, which is more than are kept.',
    ],
  ])('with a damaged part is refused as a whole (%#)', (part, message) => {
    expect(refusal(changed(part))).toBe(message);
  });

  it.each([
    { 'other:key': 'x' },
    { 'playground:theme': '<script>' },
    { 'playground:theme': 7 },
    { 'playground:draft:x': 'y' },
    { 'react-resizable-panels:playground:layout': '{"source":"wide"}' },
    { 'react-resizable-panels:playground:layout': '{"source":1e9}' },
    { 'react-resizable-panels:playground:layout': 'broken' },
    ['x'],
    null,
  ])('with settings that are none is refused: %j', (settings) => {
    expect(refusal(changed({ settings }))).toBe(
      'This file is damaged: its settings are none of the playground.',
    );
  });
});

it('becomes versions of somebody else, also its drafts, unless their text is there or was not edited', () => {
  const drafts = [
    { savedAt: 9, draft: draftOf('newer') },
    { savedAt: 8, draft: draftOf('older', { uri: 'https://a.test/x.slang' }) },
    { savedAt: 7, draft: draftOf('b') },
    { savedAt: 6, draft: draftOf('a demo', { edited: false }) },
    { savedAt: 5, draft: draftOf('  ') },
  ];
  expect(versionsOf({ ...ARCHIVE, drafts })).toEqual([
    ...ARCHIVE.versions.map((version) => ({ ...version, foreign: true })),
    datedVersionOf('older', {
      time: 8,
      uri: 'https://a.test/x.slang',
      foreign: true,
      reason: 'left',
    }),
    datedVersionOf('newer', {
      time: 9,
      uri: 'https://example.test/demos/user.slang',
      foreign: true,
      reason: 'left',
    }),
  ]);
});

it('of format 1 is read: its versions get lineages, and neither names nor pins', () => {
  const plain = ARCHIVE.versions.map(({ time, reason, uri, foreign, text }) => ({
    time,
    reason,
    uri,
    foreign,
    text,
  }));
  const read = readArchive(changed({ format: 1, versions: plain }));
  const lineage = expect.stringMatching(/./);
  expect(read.ok && read.value.versions).toEqual(
    plain.map((version) => ({ ...version, lineage, name: null, pinned: false })),
  );
});
