import { expect, it } from 'vitest';
import { importInsertion, importOf, updateMentions } from './mentions.ts';

/** The texts after the file `/old…` is moved to another path. */
function afterRenaming(
  texts: Readonly<Record<string, string>>,
  before: string,
  after: string,
): Readonly<Record<string, string>> {
  const files = Object.entries(texts).map(([path, text], id) => ({ id, path, text }));
  const edits = updateMentions(files, before, after);
  return Object.fromEntries(
    edits.map(({ id, changes }) => {
      const { path = '', text = '' } = files[id] ?? {};
      const edited = changes
        .toReversed()
        .reduce((all, { from, to, insert }) => all.slice(0, from) + insert + all.slice(to), text);
      return [path, edited];
    }),
  );
}

it.each([
  ['import old;', 'old.slang', 'waves.slang', 'import waves;'],
  ['__exported import old;', 'old.slang', 'waves.slang', '__exported import waves;'],
  ['import  old ; // old', 'old.slang', 'waves.slang', 'import  waves ; // old'],
  ['import lib.old;', 'lib/old.slang', 'lib/waves.slang', 'import lib.waves;'],
  ['import lib.old;', 'lib/old.slang', 'waves.slang', 'import waves;'],
  ['import old;', 'old.slang', 'lib/my-waves.slang', 'import lib.my_waves;'],
  ['import old;', 'old.slang', '2d.waves.slang', 'import "2d.waves.slang";'],
  ['__include old;', 'old.slang', 'waves.slang', '__include waves;'],
  ['#include "old.slang"\n', 'old.slang', 'lib/w.slang', '#include "lib/w.slang"\n'],
  ['#include <old.h>\n', 'old.h', 'waves.h', '#include <waves.h>\n'],
  ['#include "/old.h"\n', 'old.h', 'lib/waves.h', '#include "/lib/waves.h"\n'],
  ['import "old.slang";', 'old.slang', 'waves.slang', 'import "waves.slang";'],
  ['import "old";', 'old.slang', 'waves.slang', 'import "waves";'],
])('updates %j when the file moves from %j to %j', (text, before, after, expected) => {
  expect(afterRenaming({ 'user.slang': text, [before]: '' }, before, after)).toEqual({
    'user.slang': expected,
  });
});

it('updates the mentions in all files, and those in the moved file if its folder changes', () => {
  const texts = {
    'user.slang': 'import old;\nimport lib.a;\nvoid f() { old(); }\n',
    'lib/a.slang': 'import old;\n#include "../old.slang"\n',
    'old.slang': 'module old;\n#include "tools.h"\nimport lib.a;\n',
    'tools.h': '',
  };
  expect(afterRenaming(texts, 'old.slang', 'parts/new.slang')).toEqual({
    'user.slang': 'import parts.new;\nimport lib.a;\nvoid f() { old(); }\n',
    'lib/a.slang': 'import parts.new;\n#include "../parts/new.slang"\n',
    'old.slang': 'module old;\n#include "../tools.h"\nimport lib.a;\n',
  });
});

it('keeps an import on its file if the renamed file would take precedence', () => {
  const texts = { 'user.slang': '', 'lib/a.slang': 'import b;', 'lib/c.slang': '', 'b.slang': '' };
  expect(afterRenaming(texts, 'lib/c.slang', 'lib/b.slang')).toEqual({
    'lib/a.slang': 'import "../b.slang";',
  });
});

it('leaves imports that do not find the file or cannot name its new path', () => {
  const texts = {
    'user.slang': '// import old;\nimport printing;\nimport missing;\nimport old;\n',
    'lib/a.slang': 'import old;',
    'lib/old.slang': '',
    'old.slang': '',
    'printing.h': '',
  };
  expect(afterRenaming(texts, 'old.slang', 'old.h')).toEqual({});
});

it('counts positions in a text with Windows line ends as the editor does', () => {
  const user = { id: 0, path: 'user.slang', text: '\r\n\r\nimport old;' };
  const old = { id: 1, path: 'old.slang', text: '' };
  const [edit] = updateMentions([user, old], 'old.slang', 'waves.slang');
  expect(edit).toEqual({ id: 0, changes: [{ from: 9, to: 12, insert: 'waves' }] });
});

it.each([
  ['noise.slang', 'import noise;'],
  ['lib/my-noise.slang', 'import lib.my_noise;'],
  ['lib/2d.slang', 'import "lib/2d.slang";'],
  ['shared.h', '#include "shared.h"'],
])('imports %s by %s', (path, statement) => {
  expect(importOf(path)).toBe(statement);
});

it.each([
  ['', 'import a;\n'],
  ['void f() {}', 'import a;\n\nvoid f() {}'],
  ['import b; // b\nvoid f() {}', 'import b; // b\nimport a;\nvoid f() {}'],
  ['module main;', 'module main;\nimport a;'],
  ['// import b;\n#if X\nimport c;\n#endif', 'import a;\n\n// import b;\n#if X\nimport c;\n#endif'],
])('inserts an import into %j', (text, after) => {
  const { from, to, insert } = importInsertion(text, 'import a;');
  expect(text.slice(0, from) + insert + text.slice(to)).toBe(after);
});
