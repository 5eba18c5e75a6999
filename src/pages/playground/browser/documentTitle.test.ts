import { expect, it } from 'vitest';
import { documentTitle } from './documentTitle.ts';

const DEMOS = 'https://example.test/demos/';
const START = '/*\n * Copyright 2026 Me\n */\nimport playground;\n\n';
const UNTITLED =
  'int a; // No title\n[shader("compute")]\n[numthreads(8, 8, 1)]\n[playground::CALL(1, 1, 1)]\nvoid paint() {}';

it.each<[string, Partial<Parameters<typeof documentTitle>[0]>, string]>([
  ['a listed demo', { demo: 'ocean', uri: `${DEMOS}ocean.slang` }, 'Ocean'],
  ['a demo that the specification does not list', { demo: 'sdf-font' }, 'Distance Font'],
  ['an edited demo', { uri: `${DEMOS}ocean.slang` }, 'Ocean (edited)'],
  ['the given name of an edited demo', { givenName: 'Tides', uri: `${DEMOS}ocean.slang` }, 'Tides'],
  ['a file from another site', { uri: 'https://other.test/a/my_waves.slang' }, 'my_waves'],
  ['the opening comment', { uri: `${DEMOS}user.slang`, text: '// A ring: the first.\n' }, 'A ring'],
  ['a comment after a license and imports', { text: `${START}// Fog, deep. Slow` }, 'Fog, deep'],
  ['a one-line comment', { text: '/* Waves */ int a;' }, 'Waves'],
  ['a block of lines without stars', { text: '/**\n  Waves!\n*/\nint a;' }, 'Waves'],
  ['an entry point if there is no opening comment', { text: UNTITLED }, 'paint'],
  ['a comment without its invisible characters', { text: '// \u202eFog\u200b' }, 'Fog'],
  ['a comment without words', { text: '// ----\nint a;' }, 'Untitled'],
  ['code alone', { text: 'int a;' }, 'Untitled'],
  ['an empty source', { demo: null, uri: `${DEMOS}ocean.slang`, text: ' \n' }, 'Untitled'],
  ['a long comment', { text: `// ${'long '.repeat(20)}` }, `${'long '.repeat(11)}long…`],
])('the title names %s', (_, open, title) => {
  const text = { givenName: null, demo: null, uri: '', text: 'int a;', ...open };
  expect(documentTitle(text, DEMOS)).toBe(`${title} · Slang Playground`);
});
