import { ChangeSet, Text } from '@codemirror/state';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Hover, Location } from 'vscode-languageserver-protocol';
import { fail } from '#core/util/result.ts';
import {
  connectTestClient,
  createTestNativeServer,
} from '../../../../tests/support/languageServer.ts';
import { createMeanings, type Meanings } from './meaning.ts';
import type { ProjectText } from './projectText.ts';
import { findReferences, type References } from './references.ts';
import { checkConflicts, renameEdits } from './rename.ts';

let client: Awaited<ReturnType<typeof connectTestClient>>;
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
  const textDocument = { uri, languageId: 'slang', version, text };
  client.notify('textDocument/didOpen', { textDocument });
};
const close = (uri: string) => {
  opened = opened.filter((each) => each !== uri);
  client.notify('textDocument/didClose', { textDocument: { uri } });
};
const closeAll = () => {
  meanings?.dispose();
  for (const uri of [...opened]) close(uri);
};
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
  const place = { file, from: offset, to: offset + word.length };
  return { found: await findReferences(meanings, place, search), texts, meanings };
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
  const renamed = texts.map(({ id, path, doc }) => {
    const changes = edits.find((each) => each.id === id)?.changes ?? [];
    return [
      path,
      ChangeSet.of([...changes], doc.length)
        .apply(doc)
        .toString(),
    ];
  });
  return Object.fromEntries(renamed);
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
  const expected = text.replace(/\|\w+/, 'renamed').replaceAll('@', 'renamed');
  return {
    result: await rename({ 'user.slang': text.replaceAll('@', name) }, 'renamed'),
    expected,
  };
};

/** Titles and sources; `\n` separates the lines of a source. */
const CASES = String.raw`
a local: float f() { float |a = 1; { float a = 2; a += 1; } return @ * 2; }
an inner local: float f() { float a = 1; { float |a = 2; @ += 1; } return a * 2; }
a local from a use: float f() { float @ = 1; return |a + @; }
a parameter: float f(float |value) { return @ * @; }\nfloat g(float value) { return value; }
a variable of a loop: int f() { int s = 0; for (int |i = 0; @ < 4; ++@) s += @; for (int i = 0; i < 2; i++) s += i; return s; }
a member: struct S { float |r; float twice() { return @ + this.@; } }\nfloat f(S s, float r) { return s.@ + r; }
a member that shares its name with a swizzle: struct S { float |x; }\nfloat f(S s, float2 v) { return s.@ + v.x; }
a member used in a constructor: struct S { float |r; __init(float v) { @ = v; this.@ += @; } }\nfloat f() { return S(1.0).@; }
a local of a constructor: struct S { float r; __init(float |v) { float w = @; r = w + @; } }\nfloat v() { return 1; }
a method: struct S { float r; float |twice() { return r * 2; } float four() { return @() * 2; } }\nfloat f(S s) { return s.@(); }
a type with a constructor: struct |S { float r; __init(float v) { r = v; } }\n@ make() { @ s = @(1.0); return s; }
a type without a constructor: struct |S { float r; }\nextension @ { float q() { return r; } }\n@ make() { @ s = { 1.0 }; return s; }
a function: float |f(float a) { return a; }\nfloat g() { return @(@(1.0)); }
one of two overloads: float |f(float a) { return a; }\nint f(int a) { return a; }\nfloat g() { return @(1.0) + f(1); }
a prototype and its function: float |f(float a);\nfloat @(float a) { return a; }\nfloat g() { return @(1.0); }
a type parameter: @ pick<|T : IFloat>(@ a, @ b) { return a; }\nT other<T>(T a) { return a; }
a value parameter of a generic: float sum<let |N : int>(float xs[@]) { float s = 0; for (int i = 0; i < @; i++) s += xs[i]; return s; }
an enum: enum |Color { Red, Green }\nbool isRed(@ c) { return c == @.Red || c == @::Green; }
a case of an enum: enum Color { |Red, Green }\nbool isRed(Color c) { return c == Color.@ || c == Color::@; }
an alias: typealias |Real = float;\n@ f(@ a) { return a; }
a property: struct S { float r; property float |d { get { return r; } set { r = newValue; } } }\nfloat f(inout S s) { s.@ = 2; return s.@; }
a member of a cbuffer: cbuffer P { float |gain; float bias; }\nfloat f(float a) { return a * @ + bias; }
a namespace: namespace |Deep { float f() { return 1; } }\nfloat g() { return @::f(); }
a lambda and its parameter: float g() { let f = (float |q) => @ * 2; float q = 1; return f(q); }
a requirement and what implements it: interface I { float |area(); }\nstruct A : I { float @() { return 1; } }\nstruct B : I { float @() { return 2; } }\nstruct C { float area() { return 3; } }\nfloat f<T : I>(T t, A a, C c) { return t.@() + a.@() + c.area(); }
an associated type: interface I { associatedtype |E; }\nstruct A : I { typealias @ = float; }\nT.@ f<T : I>(T t, T.@ e) { return e; }
a uniform that an attribute names: RWStructuredBuffer<float> |data;\n[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL::SIZE_OF("@")]\nvoid run(uint3 id : SV_DispatchThreadID) { @[id.x] = 1; }
a variable of an if-let: Optional<float> maybe() { return none; }\nfloat f() { if (let |o = maybe()) { return @; } return 0; }
a differentiated function: [Differentiable] float |sq(float t) { return t * t; }\nfloat d() { return fwd_diff(@)(diffPair(1.0, 1.0)).d; }
a name used in a macro’s argument: #define twice(x) ((x) * 2)\nfloat f(float |a) { return twice(@); }
a name that comments and strings contain: float |a() { return 1; } // a is "a"\n/* a */ float b() { printf("a"); return @(); }
another local of a constructor: struct S {\n float r;\n __init(float x) {\n float |t = x; r = @ + this.r;\n }\n}\nfloat t() { return 1; }
`
  .trim()
  .split('\n')
  .map((line) => line.replaceAll('\\n', '\n').split(/: (.*)/s));

it.each(CASES)(
  'a rename of %s changes all of its occurrences and no others',
  async (_title, text) => {
    const { result, expected } = await single(`import playground;\nimport printing;\n${text}\n`);
    expect(result).toEqual({ 'user.slang': expected });
  },
);

it('a rename changes all files that import, include or implement the declaring file', async () => {
  const files = {
    'user.slang':
      'import lib.noise;\n__include part;\n#include "inc.slang"\nfloat f() { return grain(1) + partly(2); }\n',
    'lib/noise.slang': 'module noise;\npublic float |grain(float x) { return x; }\n',
    'part.slang': 'implementing user;\nfloat partly(float x) { return grain(x); }\n',
    'inc.slang': 'float grainy(float grain) { return grain; }\n',
    'my-other file.slang': 'import lib.noise;\nfloat other(float x) { return grain(x); }\n',
  };
  const renamed = Object.entries(files).map(([name, text]) => [
    name,
    name === 'inc.slang' ? text : text.replace(/\|?grain/, 'dust'),
  ]);
  expect(await rename(files, 'dust')).toEqual(Object.fromEntries(renamed));
});

it('a rename finds a declaration beyond the end of the same line in the requesting file', async () => {
  const user =
    'import noise;\n\n\n\nfloat f(Long l) { return grain(1) + l.at(2) + Long(3).size; }\n';
  const noise =
    'module noise;\n\npublic float grain(float x) { return x; }\npublic struct Long { public float size; public __init(float s) { size = s; } public float at(float x) { return x; } }\n';
  const other = { 'my-noise.slang': 'float grain() { return 1; }\n' };
  for (const [name, newName] of Object.entries({ grain: 'dust', at: 'dust', Long: 'Dust' })) {
    const marked = user.replace(`${name}(`, `|${name}(`);
    const files = { 'user.slang': marked, 'noise.slang': noise, ...other };
    expect(await rename(files, newName)).toEqual({
      'user.slang': user.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), newName),
      'noise.slang': noise.replace(new RegExp(`\\b${name}\\b`), newName),
      ...other,
    });
  }
});

const SETTER = 'struct S { float r; property float d { set { r = |newValue; } } }';
const REQUIRED = 'struct D : IDifferentiable { typealias |Differential = D; }';

const refusal = async (text: string, newName = 'renamed') =>
  rename({ 'user.slang': `import rendering;\n${text}\n` }, newName);

it('separates advice about renaming from the reason why there are no references', async () => {
  const { found } = await find({ 'user.slang': 'float f() { return |sin(1); }\n' });
  const reason = '“sin” belongs to Slang’s core library.';
  expect(found).toEqual(fail({ reason, forRename: 'Its name cannot be changed.' }));
});

it.each([
  ['for a built-in module', 'void f() { |drawPixel(0, 0); }', 'built-in module “rendering”'],
  ['for a built-in type', '|float f() { return 1; }', '“float” belongs to Slang’s core library'],
  ['for components of a vector', 'float f(float2 v) { return v.|x; }', 'selects components'],
  ['for a macro', '#define SIZE 4\nint f() { return |SIZE; }', '“SIZE” is a macro'],
  ['for a module', 'import |printing;', 'rename the file instead'],
  ['for an unknown name', 'float f() { return |nothing; }', 'does not know what “nothing” means'],
  ['for a keyword', 'float f() { |return 1; }', 'does not know what “return” means'],
  ['for the parameter of a setter', SETTER, 'declared by the language'],
  ['for a requirement of a built-in interface', REQUIRED, 'built-in interface “IDifferentiable”'],
])('a rename is refused %s', async (_title, text, reason) => {
  expect(await refusal(text)).toContain(reason);
});

it.each([
  ['renamed', 'float |a();\nfloat renamed();', '“renamed” already exists in line 3 of user.slang'],
  ['renamed', 'float f(float |a, float renamed) { return a; }', 'already exists'],
  [
    'renamed',
    'float |a();\nfloat f() { float renamed = 1; return a(); }',
    'would hide the renamed symbol in line 3',
  ],
  [
    'renamed',
    'float renamed();\nfloat f() { float |a = 1; return renamed() + a; }',
    'for something else',
  ],
  ['lerp', 'float |a();\nfloat f() { return lerp(0, 1, a()); }', 'for something else'],
])('a rename is refused if the new name %s is taken in %j', async (newName, text, reason) => {
  expect(await refusal(text, newName)).toContain(reason);
});

it.each([
  ['float f() { float |a = 1; return a; }\nfloat g() { float renamed = 2; return renamed; }'],
  ['struct S { float renamed; }\nfloat f(S s) { float |a = s.renamed; return a; }'],
  ['T f<T>(T |a) { return a; }\nrenamed g<renamed>(renamed a) { return a; }'],
  ['struct S { float |a; float f() { float renamed = 1; return renamed; } }'],
])('a rename is not refused if the new name is in another scope: %j', async (text) => {
  expect(await refusal(text)).toMatchObject({ 'user.slang': expect.any(String) });
});

it('a rename is refused with a list of the occurrences that cannot be confirmed', async () => {
  expect(
    await refusal(
      'uniform float |gain;\n#if defined(NEVER)\nfloat f() { return gain; }\n#endif\n#define TWICE (gain * 2)\nfloat g() { return gain; }',
    ),
  ).toEqual(['user.slang:4 float f() { return gain; }', 'user.slang:6 #define TWICE (gain * 2)']);
});
