import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PublishDiagnosticsParams } from 'vscode-languageserver-protocol';
import type { NativeServer } from '#engine/language/core/nativeServer.ts';
import {
  connectTestClient,
  createTestNativeServer,
  type TestClient,
} from '../support/languageServer.ts';

let native: NativeServer;
beforeAll(async () => {
  native = await createTestNativeServer();
}, 120_000);

const uriOf = (path: string) => `file:///${path}`;

let client: TestClient;
const versions = new Map<string, number>();
beforeEach(async () => {
  client = await connectTestClient(native);
  await client.request('initialize', { processId: null, rootUri: null, capabilities: {} });
  return async () => {
    for (const path of [...versions.keys()]) close(path);
    // Wait until the server has read all of them.
    await client.request('textDocument/documentSymbol', { textDocument: { uri: uriOf('none') } });
    expect(client.failures).toEqual([]);
  };
});

let version = 0;

function put(path: string, text: string): void {
  version += 1;
  const textDocument = { uri: uriOf(path), version };
  if (versions.has(path)) {
    client.notify('textDocument/didChange', { textDocument, contentChanges: [{ text }] });
  } else {
    const opened = { ...textDocument, languageId: 'slang', text };
    client.notify('textDocument/didOpen', { textDocument: opened });
  }
  versions.set(path, version);
}

function close(path: string): void {
  versions.delete(path);
  client.notify('textDocument/didClose', { textDocument: { uri: uriOf(path) } });
}

function at(path: string, text: string, word: string) {
  const before = text.slice(0, text.indexOf(word)).split('\n');
  const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  return { textDocument: { uri: uriOf(path) }, position };
}

const define = (path: string, text: string, word: string) =>
  client.request('textDocument/definition', at(path, text, word));
const hover = async (path: string, text: string, word: string) =>
  JSON.stringify(await client.request('textDocument/hover', at(path, text, word)));

/** The diagnostics of all open files, once the latest requested ones have arrived. */
async function problems(last: string): Promise<Record<string, string[]>> {
  client.received.length = 0;
  put('last.slang', `import playground; // ${version}`);
  await client.diagnostics(uriOf(last), versions.get(last) ?? 0);
  await client.diagnostics(uriOf('last.slang'), versions.get('last.slang') ?? 0);
  // Resulting diagnostics follow immediately.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const told = new Map<string, string[]>();
  for (const { method, params } of client.received) {
    if (method !== 'textDocument/publishDiagnostics') continue;
    const { uri, diagnostics } = params as PublishDiagnosticsParams;
    told.set(
      uri.slice('file:///'.length),
      diagnostics.map(({ range, message }) => `${range.start.line}: ${message}`),
    );
  }
  return Object.fromEntries([...told].filter(([, list]) => list.length > 0));
}

const USER = 'import lib.noise;\nint f() { return one(); }\n';

describe('a project', () => {
  it('finds definitions and hovers in other files, at their addresses', async () => {
    put('user.slang', USER);
    const noise = 'import "../more.slang";\npublic int one() { return two(); }';
    put('lib/noise.slang', noise);
    put('more.slang', '// More.\n\n/// The second.\npublic int two() { return 2; }');
    expect(await define('user.slang', USER, 'one')).toMatchObject([
      { uri: uriOf('lib/noise.slang'), range: { start: { line: 1 } } },
    ]);
    expect(await define('lib/noise.slang', noise, 'two')).toMatchObject([
      { uri: uriOf('more.slang'), range: { start: { line: 3 } } },
    ]);
    expect(await hover('lib/noise.slang', noise, 'two')).toContain('The second.');
    expect(await define('user.slang', USER, 'noise')).toMatchObject([
      { uri: uriOf('lib/noise.slang') },
    ]);
  });

  it('uses the newest text of every file in each answer', async () => {
    put('user.slang', USER);
    put('lib/noise.slang', 'public int one() { return 1; }');
    await hover('user.slang', USER, 'one');
    put('lib/noise.slang', '\n\n\npublic float one() { return 1; }');
    expect(await hover('user.slang', USER, 'one')).toContain('one() -> float');
    expect(await define('user.slang', USER, 'one')).toMatchObject([
      { range: { start: { line: 3 } } },
    ]);
  });

  it('includes the parts of a module, and their include files', async () => {
    const user =
      'module user;\n__include part;\n#include "text.slang"\nint f() { return p() + t(); }';
    const part = 'implementing user;\nint p() { return f(); }';
    put('user.slang', user);
    put('part.slang', part);
    put('text.slang', 'int t() { return 1; }');
    for (const [path, text, word, found] of [
      ['user.slang', user, 'p()', 'part.slang'],
      ['user.slang', user, 't()', 'text.slang'],
      ['part.slang', part, 'f()', 'user.slang'],
    ] as const) {
      expect(await define(path, text, word)).toMatchObject([{ uri: uriOf(found) }]);
    }
    expect(await problems('text.slang')).toEqual({});
  });

  it('suggests its modules after import, before those of the playground', async () => {
    put('user.slang', 'import lib.n\n');
    put('lib/noise.slang', '// About noise.\nmodule noise;');
    put('lib/part.slang', 'implementing noise;');
    put('my-own.slang', 'import ');
    const items = async (path: string, line: number, character: number) => {
      const position = { line, character };
      const textDocument = { uri: uriOf(path) };
      return (await client.request('textDocument/completion', { textDocument, position }))?.items;
    };
    const offered = (await items('user.slang', 0, 12)) ?? [];
    const modules = ['lib.noise', 'my_own', 'playground', 'rendering', 'printing'];
    expect(offered.map(({ label }) => label)).toEqual(modules);
    expect(offered[0]).toMatchObject({
      kind: 9,
      detail: '/lib/noise.slang',
      documentation: { value: 'About noise.' },
      textEdit: {
        newText: 'lib.noise',
        range: { start: { character: 7 }, end: { character: 12 } },
      },
    });
    expect((await items('my-own.slang', 0, 7))?.[0]?.label).toBe('lib.noise');
  });
});

describe('diagnostics of a project', () => {
  it('belong to their file, even while others import it', async () => {
    put('user.slang', `${USER}int g() { return bad; }`);
    put('lib/noise.slang', 'Lost one() { return 1; }\n\n\nint two() { return worse; }');
    put('aside.slang', 'int h() { return worst; }');
    const expected = {
      'user.slang': ["2: undefined identifier 'bad'."],
      'lib/noise.slang': ["0: undefined identifier 'Lost'.", "3: undefined identifier 'worse'."],
      'aside.slang': ["0: undefined identifier 'worst'."],
    };
    const found = await problems('aside.slang');
    expect({ ...found, 'user.slang': found['user.slang']?.slice(-1) }).toEqual(expected);
    // A hover makes the binary read files in a different order.
    put('aside.slang', 'int h() { return worst; } ');
    await hover('user.slang', USER, 'one');
    expect((await problems('aside.slang'))['aside.slang']).toEqual(expected['aside.slang']);
  });

  it('follow an edit of an imported file, and its opening and closing', async () => {
    put('user.slang', USER);
    put('lib/noise.slang', 'public int one() { return 1; }');
    expect(await problems('user.slang')).toEqual({});
    put('lib/noise.slang', 'public int uno() { return 1; }');
    expect(await problems('lib/noise.slang')).toEqual({
      'user.slang': ["1: undefined identifier 'one'."],
    });
    close('lib/noise.slang');
    expect((await problems('user.slang'))['user.slang']?.[0]).toBe(
      "0: cannot open file 'lib/noise.slang'.",
    );
    put('lib/noise.slang', 'public int one() { return 1; }');
    expect(await problems('lib/noise.slang')).toEqual({});
  });

  it('belong to the part of a module or to its include file', async () => {
    put('user.slang', 'import m;\nint f() { return bad1; }');
    const head = 'module m;\n__include part;\n#include "text.slang"';
    put('m.slang', `${head}\nint g() { return bad2; }\nFoo q();`);
    put('part.slang', '\nimplementing m;\nint p() { return bad3 + g(); }\nBar r();');
    put('text.slang', '\n\n\nint t() { return g(); }\nint u( { return 1; }');
    const found = await problems('text.slang');
    expect(found['text.slang']).toEqual(["4: unexpected '{', expected identifier"]);
    put('text.slang', '\n\n\nint t() { return g(); }');
    const mended = await problems('text.slang');
    expect(mended['m.slang']?.toSorted()).toEqual([
      "3: undefined identifier 'bad2'.",
      "4: undefined identifier 'Foo'.",
    ]);
    expect(mended['part.slang']?.toSorted()).toEqual([
      "2: undefined identifier 'bad3'.",
      "3: undefined identifier 'Bar'.",
    ]);
  });

  it('have notes in the files that they refer to', async () => {
    put('user.slang', 'import a;\nint f() { return one(1.0, 2); }');
    const ones = ['int', 'float'].map((type) => `public int one(${type} x) { return 1; }`);
    put('a.slang', `\n\n${ones.join('\n')}`);
    client.received.length = 0;
    const found = await client.diagnostics(uriOf('user.slang'), versions.get('user.slang') ?? 0);
    expect(found).toHaveLength(1);
    const places = found[0]?.relatedInformation?.map(
      ({ location: { uri, range } }) => `${uri} ${range.start.line}`,
    );
    expect(places?.toSorted()).toEqual([`${uriOf('a.slang')} 2`, `${uriOf('a.slang')} 3`]);
  });

  it('name files that include each other, and the server continues', async () => {
    put('user.slang', '#include "a.slang"\nint f() { return bad; }');
    put('a.slang', '#include "b.slang"');
    put('b.slang', '// back\n#include "a.slang"');
    expect(await problems('b.slang')).toEqual({
      'b.slang': [
        '1: The files include each other without end, /a.slang → /b.slang → /a.slang. Begin /a.slang with #pragma once.',
      ],
      'user.slang': ["1: undefined identifier 'bad'."],
    });
    put('a.slang', '#pragma once\n#include "b.slang"');
    expect(await problems('a.slang')).toEqual({
      'user.slang': ["1: undefined identifier 'bad'."],
    });
  });
});

describe('files with unusual names', () => {
  it('may hide a module of the playground, which returns when they are closed', async () => {
    put('rendering.slang', 'public int mine() { return 1; }');
    close('rendering.slang');
    const text = 'import rendering;\nvoid f() { drawPixel; }';
    put('user.slang', text);
    expect(await define('user.slang', text, 'drawPixel')).toMatchObject([
      { uri: uriOf('rendering.slang') },
    ]);
  });

  it('are not opened at the path of another file or folder', async () => {
    put('lib/a.slang', 'int a;');
    put('lib', 'int b;');
    put('lib/a.slang/c.slang', 'int c;');
    const symbols = async (path: string) =>
      (await client.request('textDocument/documentSymbol', { textDocument: { uri: uriOf(path) } }))
        .length;
    expect(await symbols('lib')).toBe(0);
    expect(await symbols('lib/a.slang')).toBe(1);
  });

  it('may contain spaces', async () => {
    const text = 'import "my file.slang";\nint f() { return one(); }';
    put('user.slang', text);
    put('my%20file.slang', 'public int one() { return 1; }');
    expect(await define('user.slang', text, 'one')).toMatchObject([
      { uri: uriOf('my%20file.slang') },
    ]);
  });
});
