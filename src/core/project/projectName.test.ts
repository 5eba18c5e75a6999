import { expect, it } from 'vitest';
import { fileStem, givenNameFrom, type NamedProject, projectName } from './projectName.ts';

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
