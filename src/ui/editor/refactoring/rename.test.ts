import { Text } from '@codemirror/state';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Hover, Location } from 'vscode-languageserver-protocol';
import {
  connectTestClient,
  createTestNativeServer,
  type TestClient,
} from '../../../../tests/support/languageServer.ts';
import { createMeanings, type Meanings } from './meaning.ts';
import type { ProjectText } from './projectText.ts';
import { findReferences, type References } from './references.ts';
import { checkConflicts, renameEdits } from './rename.ts';

let client: TestClient;
beforeAll(async () => {
  client = await connectTestClient(await createTestNativeServer());
  await client.request('initialize', { processId: null, rootUri: null, capabilities: {} });
}, 120_000);

let opened: string[] = [];
let meanings: Meanings | undefined;
let version = 0;
const open = (uri: string, text: string) => {
  version += 1;
  opened.push(uri);
  client.notify('textDocument/didOpen', {
    textDocument: { uri, languageId: 'slang', version, text },
  });
};
const close = (uri: string) => {
  opened = opened.filter((each) => each !== uri);
  client.notify('textDocument/didClose', { textDocument: { uri } });
};
const closeAll = () => {
  meanings?.dispose();
  for (const uri of [...opened]) close(uri);
};
beforeEach(() => closeAll);
afterAll(() => closeAll());

const server = {
  definition: (uri: string, position: Location['range']['start']) =>
    client.request('textDocument/definition', { textDocument: { uri }, position }),
  hover: (uri: string, position: Location['range']['start']): Promise<Hover | null> =>
    client.request('textDocument/hover', { textDocument: { uri }, position }),
  text: async (uri: string) =>
    (await client.request('workspace/textDocumentContent', { uri }))?.text ?? null,
  open,
  close,
};

const search = { signal: new AbortController().signal };

/** The references of the name after `|`. The first file is the main file. */
async function find(files: Readonly<Record<string, string>>) {
  closeAll();
  const texts: ProjectText[] = [];
  let at: { file: ProjectText; offset: number } | undefined;
  for (const [path, marked] of Object.entries(files)) {
    const text = marked.replace('|', '');
    const uri = `file:///${path}`;
    const file = { id: texts.length, path, uri, doc: Text.of(text.split('\n')) };
    texts.push(file);
    open(uri, text);
    if (marked.includes('|')) at = { file, offset: marked.indexOf('|') };
  }
  if (!at) throw new Error('No file has a cursor.');
  const { file, offset } = at;
  const word = /^\w+/.exec(file.doc.sliceString(offset))?.[0] ?? '';
  meanings = createMeanings(texts, server);
  const found = await findReferences(
    meanings,
    { file, from: offset, to: offset + word.length },
    search,
  );
  return { found, texts, meanings };
}

/** The texts after the rename, or the reason for its refusal. */
async function rename(files: Readonly<Record<string, string>>, newName: string) {
  const { found, texts, meanings } = await find(files);
  if (!found.ok) return `${found.error.reason} ${found.error.forRename ?? ''}`;
  const { unconfirmed } = found.value;
  if (unconfirmed.length > 0) return unconfirmed.map(shown);
  const conflict = await checkConflicts(meanings, found.value, newName, search);
  if (!conflict.ok) return conflict.error;
  const edits = renameEdits(found.value, newName);
  return Object.fromEntries(
    texts.map(({ id, path, doc }) => {
      let text = doc.toString();
      for (const { from, to, insert } of edits
        .find((each) => each.id === id)
        ?.changes.toReversed() ?? []) {
        text = text.slice(0, from) + insert + text.slice(to);
      }
      return [path, text];
    }),
  );
}

const shown = ({ file, from }: References['places'][number]) => {
  const { number, text } = file.doc.lineAt(from);
  return `${file.path}:${number} ${text.trim()}`;
};

/**
 * Renames the name after `|` in a single file to `renamed`. `@` marks the expected places of the
 * new name.
 */
const single = async (text: string) => {
  const name = /\|(\w+)/.exec(text)?.[1] ?? '';
  const source = text.replaceAll('@', name).replace('|', '');
  const expected = text.replace(/\|\w+/, 'renamed').replaceAll('@', 'renamed');
  const at = text.replaceAll('@', name).indexOf('|');
  const marked = `${source.slice(0, at)}|${source.slice(at)}`;
  return { result: await rename({ 'user.slang': marked }, 'renamed'), expected };
};

const cases: readonly (readonly [string, string])[] = [
  ['a local', 'float f() { float |a = 1; { float a = 2; a += 1; } return @ * 2; }'],
  ['an inner local', 'float f() { float a = 1; { float |a = 2; @ += 1; } return a * 2; }'],
  ['a local from a use', 'float f() { float @ = 1; return |a + @; }'],
  [
    'a parameter',
    'float f(float |value) { return @ * @; }\nfloat g(float value) { return value; }',
  ],
  [
    'a variable of a loop',
    'int f() { int s = 0; for (int |i = 0; @ < 4; ++@) s += @; for (int i = 0; i < 2; i++) s += i; return s; }',
  ],
  [
    'a member',
    'struct S { float |r; float twice() { return @ + this.@; } }\nfloat f(S s, float r) { return s.@ + r; }',
  ],
  [
    'a member that shares its name with a swizzle',
    'struct S { float |x; }\nfloat f(S s, float2 v) { return s.@ + v.x; }',
  ],
  [
    'a member used in a constructor',
    'struct S { float |r; __init(float v) { @ = v; this.@ += @; } }\nfloat f() { return S(1.0).@; }',
  ],
  [
    'a local of a constructor',
    'struct S { float r; __init(float |v) { float w = @; r = w + @; } }\nfloat v() { return 1; }',
  ],
  [
    'a method',
    'struct S { float r; float |twice() { return r * 2; } float four() { return @() * 2; } }\nfloat f(S s) { return s.@(); }',
  ],
  [
    'a type with a constructor',
    'struct |S { float r; __init(float v) { r = v; } }\nS make() { @ s = @(1.0); return s; }'.replace(
      '\nS',
      '\n@',
    ),
  ],
  [
    'a type without a constructor',
    'struct |S { float r; }\nextension @ { float q() { return r; } }\n@ make() { @ s = { 1.0 }; return s; }',
  ],
  ['a function', 'float |f(float a) { return a; }\nfloat g() { return @(@(1.0)); }'],
  [
    'one of two overloads',
    'float |f(float a) { return a; }\nint f(int a) { return a; }\nfloat g() { return @(1.0) + f(1); }',
  ],
  [
    'a prototype and its function',
    'float |f(float a);\nfloat @(float a) { return a; }\nfloat g() { return @(1.0); }',
  ],
  [
    'a type parameter',
    'T pick<|T : IFloat>(@ a, @ b) { return a; }\nT other<T>(T a) { return a; }'.replace(
      'T pick',
      '@ pick',
    ),
  ],
  [
    'a value parameter of a generic',
    'float sum<let |N : int>(float xs[@]) { float s = 0; for (int i = 0; i < @; i++) s += xs[i]; return s; }',
  ],
  [
    'an enum',
    'enum |Color { Red, Green }\nbool isRed(@ c) { return c == @.Red || c == @::Green; }',
  ],
  [
    'a case of an enum',
    'enum Color { |Red, Green }\nbool isRed(Color c) { return c == Color.@ || c == Color::@; }',
  ],
  ['an alias', 'typealias |Real = float;\n@ f(@ a) { return a; }'],
  [
    'a property',
    'struct S { float r; property float |d { get { return r; } set { r = newValue; } } }\nfloat f(inout S s) { s.@ = 2; return s.@; }',
  ],
  [
    'a member of a cbuffer',
    'cbuffer P { float |gain; float bias; }\nfloat f(float a) { return a * @ + bias; }',
  ],
  ['a namespace', 'namespace |Deep { float f() { return 1; } }\nfloat g() { return @::f(); }'],
  [
    'a lambda and its parameter',
    'float g() { let f = (float |q) => @ * 2; float q = 1; return f(q); }',
  ],
  [
    'a requirement and what implements it',
    'interface I { float |area(); }\nstruct A : I { float @() { return 1; } }\nstruct B : I { float @() { return 2; } }\nstruct C { float area() { return 3; } }\nfloat f<T : I>(T t, A a, C c) { return t.@() + a.@() + c.area(); }',
  ],
  [
    'an associated type',
    'interface I { associatedtype |E; }\nstruct A : I { typealias @ = float; }\nT.@ f<T : I>(T t, T.@ e) { return e; }',
  ],
  [
    'a uniform that an attribute names',
    'RWStructuredBuffer<float> |data;\n[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL::SIZE_OF("@")]\nvoid run(uint3 id : SV_DispatchThreadID) { @[id.x] = 1; }',
  ],
  [
    'a variable of an if-let',
    'Optional<float> maybe() { return none; }\nfloat f() { if (let |o = maybe()) { return @; } return 0; }',
  ],
  [
    'a differentiated function',
    '[Differentiable] float |sq(float t) { return t * t; }\nfloat d() { return fwd_diff(@)(diffPair(1.0, 1.0)).d; }',
  ],
  [
    'a name used in a macro’s argument',
    '#define twice(x) ((x) * 2)\nfloat f(float |a) { return twice(@); }',
  ],
  [
    'no comments and strings',
    'float |a() { return 1; } // a is "a"\n/* a */ float b() { printf("a"); return @(); }',
  ],
];

describe('a rename', () => {
  it.each(cases)('of %s changes all of its occurrences and no others', async (_title, text) => {
    const { result, expected } = await single(`import playground;\nimport printing;\n${text}\n`);
    expect(result).toEqual({ 'user.slang': expected });
  });

  it('of a constructor’s local changes it only there', async () => {
    const { result, expected } = await single(
      'struct S {\n float r;\n __init(float x) {\n float |t = x; r = @ + this.r;\n }\n}\nfloat t() { return 1; }\n',
    );
    expect(result).toEqual({ 'user.slang': expected });
  });

  it('changes all files that import, include or implement the declaring file', async () => {
    const files = {
      'user.slang':
        'import lib.noise;\n__include part;\n#include "inc.slang"\nfloat f() { return grain(1) + partly(2); }\n',
      'lib/noise.slang': 'module noise;\npublic float |grain(float x) { return x; }\n',
      'part.slang': 'implementing user;\nfloat partly(float x) { return grain(x); }\n',
      'inc.slang': 'float grainy(float grain) { return grain; }\n',
      'my-other file.slang': 'import lib.noise;\nfloat other(float x) { return grain(x); }\n',
    };
    expect(await rename(files, 'dust')).toEqual({
      'user.slang': files['user.slang'].replace('grain', 'dust'),
      'lib/noise.slang': 'module noise;\npublic float dust(float x) { return x; }\n',
      'part.slang': files['part.slang'].replace('grain', 'dust'),
      'inc.slang': files['inc.slang'],
      'my-other file.slang': files['my-other file.slang'].replace('grain', 'dust'),
    });
  });

  it('finds a declaration beyond the end of the same line in the requesting file', async () => {
    const files = {
      'user.slang':
        'import noise;\n\n\n\nfloat f(Long l) { return |grain(1) + l.at(2) + Long(3).size; }\n',
      'noise.slang':
        'module noise;\n\npublic float grain(float x) { return x; }\npublic struct Long { public float size; public __init(float s) { size = s; } public float at(float x) { return x; } }\n',
    };
    const { 'user.slang': user, 'noise.slang': noise } = files;
    expect(await rename(files, 'dust')).toEqual({
      'user.slang': user.replace('|grain', 'dust'),
      'noise.slang': noise.replace('grain', 'dust'),
    });
    const files2 = {
      'user.slang': user.replace('|', '').replace('at(', '|at('),
      'noise.slang': noise,
    };
    expect(await rename(files2, 'dust')).toEqual({
      'user.slang': user.replace('|', '').replace('at(', 'dust('),
      'noise.slang': noise.replace('at(', 'dust('),
    });
    const files3 = {
      'user.slang': user.replace('|', '').replace('Long(', '|Long('),
      'noise.slang': noise,
    };
    expect(await rename(files3, 'Dust')).toEqual({
      'user.slang': user.replace('|', '').replaceAll('Long', 'Dust'),
      'noise.slang': noise.replace('Long', 'Dust'),
    });
  });

  it('can start at any occurrence of the symbol, in any file', async () => {
    const files = {
      'user.slang': 'import noise;\nfloat f() { return |grain(1); }\n',
      'my-noise.slang': 'float grain() { return 1; }\n',
      'noise.slang': 'public float grain(float x) { return x; }\n',
    };
    expect(await rename(files, 'dust')).toEqual({
      'user.slang': 'import noise;\nfloat f() { return dust(1); }\n',
      'my-noise.slang': files['my-noise.slang'],
      'noise.slang': 'public float dust(float x) { return x; }\n',
    });
  });
});

const refusal = async (text: string, newName = 'renamed') =>
  rename({ 'user.slang': `import rendering;\n${text}\n` }, newName);

it('separates advice about renaming from the reason why there are no references', async () => {
  const { found } = await find({ 'user.slang': 'float f() { return |sin(1); }\n' });
  expect(found).toEqual({
    ok: false,
    error: {
      reason: '“sin” belongs to Slang’s core library.',
      forRename: 'Its name cannot be changed.',
    },
  });
});

describe('a rename is refused', () => {
  it.each([
    [
      'for the core library',
      'float f() { return |sin(1); }',
      '“sin” belongs to Slang’s core library',
    ],
    [
      'for a built-in module',
      'void f() { |drawPixel(uint2(0), (uint2 p) => float4(1)); }',
      'built-in module “rendering”',
    ],
    ['for a built-in type', '|float f() { return 1; }', '“float” belongs to Slang’s core library'],
    ['for components of a vector', 'float f(float2 v) { return v.|x; }', 'selects components'],
    ['for a macro', '#define SIZE 4\nint f() { return |SIZE; }', '“SIZE” is a macro'],
    ['for a module', 'import |printing;', 'rename the file instead'],
    ['for an unknown name', 'float f() { return |nothing; }', 'does not know what “nothing” means'],
    ['for a keyword', 'float f() { |return 1; }', 'does not know what “return” means'],
    [
      'for the parameter of a setter',
      'struct S { float r; property float d { set { r = |newValue; } } }',
      'declared by the language',
    ],
    [
      'for a member that a built-in interface requires',
      'struct D : IDifferentiable { typealias |Differential = D; }',
      'built-in interface “IDifferentiable”',
    ],
  ])('%s', async (_title, text, reason) => {
    expect(await refusal(text)).toContain(reason);
  });

  it.each([
    [
      'exists in the scope',
      'float |a() { return 1; }\nfloat renamed() { return 2; }',
      '“renamed” already exists in line 3 of user.slang',
    ],
    ['is another parameter', 'float f(float |a, float renamed) { return a; }', 'already exists'],
    [
      'is an inner local',
      'float |a() { return 1; }\nfloat f() { float renamed = 1; return a(); }',
      'would hide the renamed symbol in line 3',
    ],
    [
      'is used for something else',
      'float renamed() { return 1; }\nfloat f() { float |a = 1; return renamed() + a; }',
      'for something else',
    ],
    [
      'hides a built-in function in use',
      'float |a() { return 1; }\nfloat f() { return lerp(0, 1, a()); }',
      'for something else',
    ],
  ])('if the new name %s', async (title, text, reason) => {
    expect(await refusal(text, title.includes('built-in') ? 'lerp' : 'renamed')).toContain(reason);
  });

  it.each([
    [
      'a local of another function',
      'float f() { float |a = 1; return a; }\nfloat g() { float renamed = 2; return renamed; }',
    ],
    ['a member', 'struct S { float renamed; }\nfloat f(S s) { float |a = s.renamed; return a; }'],
    [
      'a type parameter of another function',
      'T f<T>(T |a) { return a; }\nrenamed g<renamed>(renamed a) { return a; }',
    ],
    [
      'a local of a method without the member',
      'struct S { float |a; float f() { float renamed = 1; return renamed; } }',
    ],
  ])('but not if the new name is %s', async (_title, text) => {
    expect(await refusal(text)).toMatchObject({ 'user.slang': expect.any(String) });
  });

  it('with a list of the occurrences that cannot be confirmed', async () => {
    expect(
      await refusal(
        'uniform float |gain;\n#if defined(NEVER)\nfloat f() { return gain; }\n#endif\n#define TWICE (gain * 2)\nfloat g() { return gain; }',
      ),
    ).toEqual(['user.slang:4 float f() { return gain; }', 'user.slang:6 #define TWICE (gain * 2)']);
  });
});
