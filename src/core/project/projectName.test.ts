import { expect, it } from 'vitest';
import {
  documentTitle,
  fileStem,
  givenNameFrom,
  type NamedProject,
  projectName,
} from './projectName.ts';

const nameOf = (project: Partial<NamedProject>) =>
  projectName({ givenName: null, demo: null, uri: '', text: 'int a;', ...project });

it.each<[string, Partial<NamedProject>, string]>([
  ['its given name first', { givenName: 'Tides', demo: 'ocean' }, 'Tides'],
  ['the title of its demo', { demo: 'ocean', uri: 'https://a.test/demos/ocean.slang' }, 'Ocean'],
  ['a demo that is not in the specification’s list', { demo: 'sdf-font' }, 'Distance Font'],
  ['its file', { uri: 'https://a.test/x/my%20noise.slang?raw' }, 'my noise'],
  ['a file with a path in its name', { uri: 'https://a.test/..%2F..%2Fetc.slang' }, 'etc'],
  ['a file with a broken escape', { uri: 'https://a.test/%E0%A4%A.slang' }, '%E0%A4%A'],
  ['the first comment of a linked source', { uri: 'user.slang', text: '// Waves.' }, 'Waves'],
  ['its entry point', { text: '[shader("compute")] void draw() {}' }, 'draw'],
  ['the default without any of these', { text: ' ', demo: 'ocean' }, 'Untitled'],
])('names a project after %s', (_, project, name) => {
  expect(nameOf(project)).toBe(name);
});

it.each([
  ['  My\n waves ', 'My waves'],
  ['a\u202eb\u200bc', 'abc'],
  ['🌊'.repeat(70), '🌊'.repeat(60)],
  ['', null],
  [' \u200b ', null],
])('keeps the typed name %j as %j', (typed, name) => {
  expect(givenNameFrom(typed)).toBe(name);
});

it.each([
  ['Ray march', 'Ray-march'],
  ['Déjà vu', 'Deja-vu'],
  ['../etc/passwd', 'etc-passwd'],
  ['draw_1', 'draw_1'],
  ['海の波', 'shader'],
  ['word '.repeat(40), 'word-word-word-word-word-word-word-word'],
])('saves a project named %j as %j', (name, stem) => {
  expect(fileStem(name)).toBe(stem);
});

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
