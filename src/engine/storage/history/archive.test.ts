import { describe, expect, it } from 'vitest';
import { draftOf } from '../../../../tests/support/drafts.ts';
import { datedVersionOf } from '../../../../tests/support/versions.ts';
import { type Archive, readArchive, versionsOf, writeArchive } from './library.ts';

const ARCHIVE: Archive = {
  versions: [
    datedVersionOf('a\r\n\u2028😀', {
      uri: 'https://a.test/demos/circle.slang',
      name: 'Before the fog',
      pinned: true,
    }),
    datedVersionOf('b', { time: 2, foreign: true, reason: 'replaced', lineage: 'another' }),
    datedVersionOf('import noise;', {
      time: 3,
      files: [{ path: 'noise.slang', text: 'c\n' }],
      assets: [{ path: 'cat.png', type: 'image/png', size: 7, hash: 'abc' }],
    }),
  ],
  drafts: [{ savedAt: 3, draft: draftOf('c', { uniformValues: { level: 1 } }) }],
  settings: {
    'playground:theme': 'dark',
    'react-resizable-panels:playground:layout:source:results': '{"source":40,"results":60}',
  },
};
const FILE = writeArchive(ARCHIVE, new Date(0));

/** The file with some members replaced. */
const changed = (part: object) => JSON.stringify({ ...JSON.parse(FILE), ...part });
const refusal = (file: string) => {
  const read = readArchive(file);
  return read.ok ? 'was read' : read.error;
};

it('round-trips through a file', () => {
  expect(readArchive(FILE)).toEqual({ ok: true, value: ARCHIVE });
  expect(JSON.parse(FILE)).toMatchObject({
    kind: 'slang-playground-history',
    format: 3,
    exportedAt: '1970-01-01T00:00:00.000Z',
  });
});

describe('importing a file', () => {
  it.each([
    '',
    'hello',
    '[]',
    '7',
    'null',
    '{}',
    '{"kind":"other","format":1}',
    changed({ format: '1' }),
  ])('rejects the text %j as not a history', (file) => {
    expect(refusal(file)).toBe(
      'This file is not a Slang Playground history. Choose a file that Export saved.',
    );
  });

  it('advises a reload for a newer format', () => {
    expect(refusal(changed({ format: 4 }))).toBe(
      'A newer version of the playground exported this file (format 4; this version reads 3). ' +
        'Reload the page to get the newest version, then import the file again.',
    );
  });

  it.each([
    [{ versions: 7 }, 'This file is damaged: it has no list of versions.'],
    [{ drafts: undefined }, 'This file is damaged: it has no list of drafts.'],
    [
      { versions: [ARCHIVE.versions[0], { ...ARCHIVE.versions[1], text: 7 }] },
      'This file is damaged: entry 2 of its versions cannot be read.',
    ],
    [
      { versions: [{ ...ARCHIVE.versions[0], time: 1e300 }] },
      'This file is damaged: entry 1 of its versions cannot be read.',
    ],
    [
      { versions: [{ ...ARCHIVE.versions[0], reason: '<img>' }] },
      'This file is damaged: entry 1 of its versions cannot be read.',
    ],
    [
      { versions: [{ ...ARCHIVE.versions[0], name: 'x'.repeat(101) }] },
      'This file is damaged: entry 1 of its versions cannot be read.',
    ],
    [
      { versions: [{ ...ARCHIVE.versions[0], pinned: 'yes' }] },
      'This file is damaged: entry 1 of its versions cannot be read.',
    ],
    [
      { drafts: [{ savedAt: 'now', draft: draftOf('c') }] },
      'This file is damaged: entry 1 of its drafts cannot be read.',
    ],
    [
      { versions: new Array(10_001).fill(ARCHIVE.versions[0]) },
      'This file has more than 10000 versions, which is over the limit.',
    ],
  ])('rejects a damaged file as a whole (%#)', (part, message) => {
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
  ])('rejects invalid settings: %j', (settings) => {
    expect(refusal(changed({ settings }))).toBe(
      'This file is damaged: its settings cannot be read.',
    );
  });
});

it('imports versions and edited drafts with new text as foreign versions', () => {
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

it('imports format 1 with lineages, but without names or pins', () => {
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
    plain.map((version) => ({
      ...version,
      lineage,
      givenName: null,
      name: null,
      pinned: false,
      files: [],
      assets: [],
    })),
  );
});

it('imports format 2 with one file per version', () => {
  const { files: _, assets: __, ...plain } = datedVersionOf('a');
  const read = readArchive(changed({ format: 2, versions: [plain] }));
  expect(read.ok && read.value.versions).toEqual([datedVersionOf('a')]);
});

it('lists drafts that differ in a single file as separate versions', () => {
  const files = [{ path: 'noise.slang', text: 'old' }];
  const drafts = [
    { savedAt: 3, draft: draftOf('a', { files, edited: true }) },
    {
      savedAt: 4,
      draft: draftOf('a', { files: [{ path: 'noise.slang', text: 'new' }], edited: true }),
    },
  ];
  const versions = versionsOf({ versions: [datedVersionOf('a', { files })], drafts, settings: {} });
  expect(versions.map((version) => version.files[0]?.text)).toEqual(['old', 'new']);
});
