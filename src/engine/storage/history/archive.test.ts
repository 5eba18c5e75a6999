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
const expectRefusal = (file: string, error: string) =>
  expect(readArchive(file)).toEqual({ ok: false, error });

it('round-trips through a file', () => {
  expect(readArchive(FILE)).toEqual({ ok: true, value: ARCHIVE });
  expect(JSON.parse(FILE)).toMatchObject({
    kind: 'slang-playground-history',
    format: 3,
    exportedAt: '1970-01-01T00:00:00.000Z',
  });
});

describe('importing a file', () => {
  it('rejects a text that is not a history', () => {
    const other = '{"kind":"other","format":1}';
    const texts = ['', 'hello', '[]', '7', 'null', '{}', other, changed({ format: '1' })];
    const error = 'This file is not a Slang Playground history. Choose a file that Export saved.';
    for (const text of texts) expectRefusal(text, error);
  });

  it('advises a reload for a newer format', () => {
    expectRefusal(
      changed({ format: 4 }),
      'A newer version of the playground exported this file (format 4; this version reads 3). ' +
        'Reload the page to get the newest version, then import the file again.',
    );
  });

  const [FIRST, SECOND] = ARCHIVE.versions;
  const LONG = 'x'.repeat(101);
  const draft = draftOf('c');
  it.each([
    [{ versions: 7 }, 'it has no list of versions.'],
    [{ drafts: undefined }, 'it has no list of drafts.'],
    [{ versions: [FIRST, { ...SECOND, text: 7 }] }, 'entry 2 of its versions cannot be read.'],
    [{ versions: [{ ...FIRST, time: 1e300 }] }, 'entry 1 of its versions cannot be read.'],
    [{ versions: [{ ...FIRST, reason: '<img>' }] }, 'entry 1 of its versions cannot be read.'],
    [{ versions: [{ ...FIRST, pinned: 'yes' }] }, 'entry 1 of its versions cannot be read.'],
    [{ versions: [{ ...FIRST, name: LONG }] }, 'entry 1 of its versions cannot be read.'],
    [{ drafts: [{ savedAt: 'now', draft }] }, 'entry 1 of its drafts cannot be read.'],
  ])('rejects a damaged file as a whole (%#)', (part, reason) => {
    expectRefusal(changed(part), `This file is damaged: ${reason}`);
  });

  it('rejects more than 10,000 versions', () => {
    const error = 'This file has more than 10000 versions, which is over the limit.';
    expectRefusal(changed({ versions: new Array(10_001).fill(FIRST) }), error);
  });

  const LAYOUT = 'react-resizable-panels:playground:layout';
  it.each([
    ...[{ 'other:key': 'x' }, { 'playground:draft:x': 'y' }, ['x'], null],
    ...['<script>', 7].map((theme) => ({ 'playground:theme': theme })),
    ...['{"source":"wide"}', '{"source":1e9}', 'broken'].map((layout) => ({ [LAYOUT]: layout })),
  ])('rejects invalid settings: %j', (settings) => {
    const error = 'This file is damaged: its settings cannot be read.';
    expectRefusal(changed({ settings }), error);
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
  const left = { foreign: true, reason: 'left' } as const;
  expect(versionsOf({ ...ARCHIVE, drafts })).toEqual([
    ...ARCHIVE.versions.map((version) => ({ ...version, foreign: true })),
    datedVersionOf('older', { ...left, time: 8, uri: 'https://a.test/x.slang' }),
    datedVersionOf('newer', { ...left, time: 9, uri: draftOf('newer').uri }),
  ]);
});

it('imports format 1 with lineages, but without names or pins', () => {
  const plain = ARCHIVE.versions.map(({ time, reason, uri, foreign, text }) => {
    return { time, reason, uri, foreign, text };
  });
  const read = readArchive(changed({ format: 1, versions: plain }));
  const lineage = expect.stringMatching(/./);
  const missing = { lineage, givenName: null, name: null, pinned: false, files: [], assets: [] };
  const versions = plain.map((version) => ({ ...version, ...missing }));
  expect(read.ok && read.value.versions).toEqual(versions);
});

it('imports format 2 with one file per version', () => {
  const { files: _, assets: __, ...plain } = datedVersionOf('a');
  const read = readArchive(changed({ format: 2, versions: [plain] }));
  expect(read.ok && read.value.versions).toEqual([datedVersionOf('a')]);
});

it('lists drafts that differ in a single file as separate versions', () => {
  const filesOf = (text: string) => [{ path: 'noise.slang', text }];
  const drafts = ['old', 'new'].map((text, index) => {
    return { savedAt: 3 + index, draft: draftOf('a', { files: filesOf(text) }) };
  });
  const files = filesOf('old');
  const versions = versionsOf({ versions: [datedVersionOf('a', { files })], drafts, settings: {} });
  expect(versions.map((version) => version.files[0]?.text)).toEqual(['old', 'new']);
});
