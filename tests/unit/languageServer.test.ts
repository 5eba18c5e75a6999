import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CompletionItem, Location, Position } from 'vscode-languageserver-protocol';
import { type NativeServer, warmUp } from '#engine/language/core/nativeServer.ts';
import {
  connectTestClient,
  createTestNativeServer,
  type TestClient,
} from '../support/languageServer.ts';
import { createRandomEditor } from '../support/randomEditor.ts';

const URI = 'file:///user.slang';
const textDocument = { uri: URI };
const NOTHING = { processId: null, rootUri: null, capabilities: {} };

let native: NativeServer;
beforeAll(async () => {
  native = await createTestNativeServer();
}, 120_000);

let client: TestClient;
let version = 0;
beforeEach(async () => {
  client = await connectTestClient(native);
  await client.request('initialize', NOTHING);
  client.notify('initialized', {});
  return () => client.notify('textDocument/didClose', { textDocument });
});

/** Opens a text without its `|`, and returns the position of the `|`. */
function open(marked: string): Position {
  const before = marked.slice(0, Math.max(marked.indexOf('|'), 0)).split('\n');
  version += 1;
  client.notify('textDocument/didOpen', {
    textDocument: { uri: URI, languageId: 'slang', version, text: marked.replace('|', '') },
  });
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}

/** Requests that open a text, with the position of its `|`. */
const hover = (marked: string) =>
  client.request('textDocument/hover', { textDocument, position: open(marked) });
const define = (marked: string) =>
  client.request('textDocument/definition', { textDocument, position: open(marked) });

function change(...contentChanges: readonly object[]): void {
  version += 1;
  client.notify('textDocument/didChange', { textDocument: { uri: URI, version }, contentChanges });
}

const labels = (items: readonly CompletionItem[] | undefined) => items?.map(({ label }) => label);

const range = (line: number, character: number, endCharacter: number, endLine = line) => ({
  start: { line, character },
  end: { line: endLine, character: endCharacter },
});

const SHADER = `import rendering;

/// A ball of light.
struct Ball
{
    float2 center;
    /// In pixels.
    float radius;

    float distanceTo(float2 point) { return length(point - center) - radius; }
}

/// How bright \`ball\` is at \`point\`, for \`RWTexture2D<float4>\`.
float brightness(Ball ball, float2 point)
{
    return 1.0 / ball.distanceTo(point);
}
`;

describe('a language-server session', () => {
  it('starts with the server’s capabilities and ends with shutdown', async () => {
    const fresh = await connectTestClient(native);
    await expect(
      fresh.request('textDocument/hover', { textDocument, position: { line: 0, character: 0 } }),
    ).rejects.toThrow('-32002');
    const { capabilities } = await fresh.request('initialize', NOTHING);
    expect(capabilities).toMatchObject({
      textDocumentSync: { openClose: true, change: 2 },
      completionProvider: { resolveProvider: true },
      hoverProvider: true,
      definitionProvider: true,
      documentSymbolProvider: true,
    });
    expect(await fresh.request('shutdown', undefined)).toBeNull();
    await expect(fresh.request('textDocument/documentSymbol', { textDocument })).rejects.toThrow(
      'The server was shut down.',
    );
    fresh.notify('exit');
    await expect.poll(() => fresh.failures).toEqual(['exit']);
  });

  it('answers invalid messages and unknown methods with an error', async () => {
    client.sendText('not JSON');
    client.sendText('[1, 2]');
    expect(client.received).toMatchObject([
      { id: null, error: { code: -32700 } },
      { id: null, error: { code: -32700 } },
    ]);
    await expect(client.request('textDocument/rename' as never, {} as never)).rejects.toThrow(
      'This server does not know textDocument/rename.',
    );
    await expect(client.request('textDocument/hover', {} as never)).rejects.toThrow('-32603');
    client.notify('textDocument/unheardOf', {});
    client.notify('$/setTrace', { value: 'off' });
    expect(client.failures).toEqual([]);
  });

  it('skips a request that was cancelled while it waited', async () => {
    const position = open('float x = 1;\nfloat y = |x;');
    const cancelled = client.request('textDocument/hover', { textDocument, position });
    const kept = client.request('textDocument/hover', { textDocument, position });
    client.notify('$/cancelRequest', { id: 2 });
    client.notify('$/cancelRequest', { id: 99 });
    await expect(cancelled).rejects.toThrow('-32800');
    expect(await kept).not.toBeNull();
  });
});

describe('completion', () => {
  const complete = (position: Position, triggerCharacter?: string) =>
    client.request('textDocument/completion', {
      textDocument,
      position,
      context: triggerCharacter ? { triggerKind: 2, triggerCharacter } : { triggerKind: 1 },
    });

  it('returns completions for the warm-up, and leaves no document open', () => {
    const found: number[] = [];
    const asked = new Set<string>();
    warmUp({
      ...native,
      completion(path, position, context) {
        const items = native.completion(path, position, context);
        found.push(items?.length ?? 0);
        asked.add(path);
        return items;
      },
    });
    expect(Math.min(...found)).toBeGreaterThan(1000);
    const [path = ''] = asked;
    expect(native.completion(path, { line: 4, character: 5 }, undefined)).toBeUndefined();
  });

  const completed = async (marked: string, name: string) => {
    const list = await complete(open(marked));
    const item = list?.items.find(({ label }) => label === name);
    if (!item) throw new Error(`There is no ${name}.`);
    return client.request('completionItem/resolve', item);
  };

  it('lists members with commit characters, and resolves their documentation', async () => {
    const list = await complete(open(`${SHADER}\nvoid f(Ball ball) { ball.| }`), '.');
    expect(labels(list?.items)).toEqual(['center', 'radius', 'distanceTo']);
    const [, radius] = list?.items ?? [];
    if (!radius) throw new Error('There is no radius.');
    expect(radius.commitCharacters).toContain(';');
    expect(await client.request('completionItem/resolve', radius)).toMatchObject({
      label: 'radius',
      detail: '(field) float Ball.radius',
      documentation: { kind: 'markdown', value: 'In pixels.' },
    });
  });

  it('lists names in scope from the source, the modules and the core library', async () => {
    const source = `${SHADER}\nfloat f() { let near = 1; return b|; }`;
    const found = labels((await complete(open(source)))?.items);
    for (const name of ['near', 'brightness', 'drawPixel', 'length', 'return', 'float4']) {
      expect(found).toContain(name);
    }
    for (const [name, text] of [
      ['drawPixel', 'Stores the colour'],
      ['length', 'Compute the length of a vector.'],
    ] as const) {
      const { documentation } = await completed(source, name);
      expect(JSON.stringify(documentation)).toContain(text);
    }
  });

  it("does not confuse a user's name with one of the core library", async () => {
    const source = 'float length() { return 1; }\nfloat f() { return le|; }';
    expect((await completed(source, 'length')).documentation).toBeUndefined();
  });

  it('does not resolve an item of an older list', async () => {
    const position = open('float first; float second; float f() { return |first; }');
    const old = (await complete(position))?.items.find(({ label }) => label === 'first');
    if (!old) throw new Error('There is no item.');
    await complete(position);
    expect(await client.request('completionItem/resolve', old)).toEqual(old);
  });

  it('inserts the playground’s attributes as users write them', async () => {
    const started = await complete(open('import playground;\n[pl|]\nuniform float x;'));
    const slider = started?.items.find(({ label }) => label === 'playground::SLIDER');
    expect(slider).toMatchObject({
      detail: 'playground::SLIDER(float initial, float minimum, float maximum)',
      documentation: {
        value: 'A slider from `minimum` to `maximum` that starts at `initial`.',
      },
    });
    expect(labels(started?.items)).toContain('playground::CALL::SIZE_OF');
    expect(labels(started?.items)).toContain('numthreads');

    const path = await complete(open('import playground;\n[playground::SL|]\nuniform float x;'));
    expect(path?.items.find(({ label }) => label === 'playground::SLIDER')?.textEdit).toEqual({
      range: range(1, 1, 15),
      newText: 'playground::SLIDER',
    });
  });

  it('suggests nothing in comments, strings and numbers', async () => {
    for (const text of ['// le|', '/* le| */', 'static String s = "le|";', 'float x = 12|;']) {
      expect([text, (await complete(open(text)))?.items ?? []]).toEqual([text, []]);
    }
  });
});

describe('reading code', () => {
  it('describes functions of the user, of a module and of the core library on hover', async () => {
    expect(await hover(`${SHADER}\nfloat f(Ball b) { return bri|ghtness(b, 0); }`)).toEqual({
      range: range(18, 25, 35),
      contents: {
        kind: 'markdown',
        value:
          '```slang\nfunc brightness(Ball ball, float2 point) -> float\n```\n\n' +
          'How bright `ball` is at `point`, for `RWTexture2D<float4>`.  \n\nDefined in user.slang(14)',
      },
    });
    const module = await hover(`import rendering;\nvoid f() { draw|Pixel(0, 0); }`);
    expect(JSON.stringify(module)).toContain('Defined in rendering.slang(12)');
    expect(await hover('float f(float2 p) { return len|gth(p); }')).toMatchObject({
      contents: {
        value: expect.stringMatching(
          /func length<float, 2>.*\n```\n\nCompute the length of a vector\.\n\n\*\*Returns\*\* The length of `x`\.[\s\S]*`x` The input vector\.[\s\S]*Defined in core/,
        ),
      },
    });
    expect(await hover('float f(float2 p) { ret|urn 1; }')).toBeNull();
  });

  it('never forwards HTML from a comment', async () => {
    const comment = '/// <img src=x onerror=alert(1)> & `a<b>`';
    const shown = await hover(`int a;\n${comment}\nfloat |f() { return 1; }`);
    expect(JSON.stringify(shown?.contents)).toContain(
      '&lt;img src=x onerror=alert(1)> &amp; `a<b>`',
    );
  });

  it('shows the parameters of a call', async () => {
    const position = open(`${SHADER}\nfloat f(Ball b) { return brightness(b, | }`);
    const help = await client.request('textDocument/signatureHelp', { textDocument, position });
    expect(help).toMatchObject({
      activeSignature: 0,
      activeParameter: 1,
      signatures: [
        {
          label: 'func brightness(Ball ball, float2 point) -> float',
          parameters: [{ label: [16, 25] }, { label: [27, 39] }],
        },
      ],
    });
  });

  const lineOf = async ({ uri, range: place }: Location = { uri: '', range: range(0, 0, 0) }) => {
    const content = await client.request('workspace/textDocumentContent', { uri });
    return content?.text.split('\n')[place.start.line];
  };

  it('finds definitions in the source, in the modules and in the core library', async () => {
    expect(await define('float x;\nfloat f() { return |x; }')).toEqual([
      { uri: URI, range: range(0, 6, 7) },
    ]);
    for (const [name, declaration] of [
      ['rendering', 'void f() { draw|Pixel(0, 0); }'],
      ['printing', 'void f() { prin|tf("x"); }'],
    ]) {
      const [location] = await define(`import ${name};\n${declaration}`);
      expect(location?.uri).toBe(`file:///${name}.slang`);
      const { start, end } = location?.range ?? range(0, 0, 0);
      expect((await lineOf(location))?.slice(start.character, end.character)).toBe(
        name === 'rendering' ? 'drawPixel' : 'printf',
      );
    }
    const [attribute] = await define('import playground;\n[playground::TI|ME] uniform float t;');
    expect(attribute?.uri).toBe('file:///playground.slang');

    const [core] = await define('float f(float2 p) { return len|gth(p); }');
    expect(await lineOf(core)).toBe('T length(vector<T, N> x)');
    expect(
      await client.request('workspace/textDocumentContent', { uri: 'file:///no.slang' }),
    ).toBeNull();
  });

  it('outlines the symbols of a document', async () => {
    open(SHADER);
    const symbols = await client.request('textDocument/documentSymbol', { textDocument });
    const outline = symbols.map(({ name, kind, children }) => ({
      name,
      kind,
      children: children?.map((child) => child.name),
    }));
    expect(outline).toEqual([
      { name: 'Ball', kind: 23, children: ['center', 'radius', 'distanceTo'] },
      { name: 'brightness', kind: 12, children: undefined },
    ]);
  });

  it('distinguishes types, functions and variables, with lengths in UTF-16', async () => {
    open('/* 🎉🎉 */ int f(int länge) { return 1; }\nfloat3 x = f(1);');
    const { data } = await client.request('textDocument/semanticTokens/full', { textDocument });
    expect(data).toEqual([
      ...[0, 15, 1, 4, 0],
      ...[0, 6, 5, 3, 0],
      ...[1, 0, 6, 0, 0],
      ...[0, 7, 1, 2, 0],
      ...[0, 4, 1, 4, 0],
    ]);
  });
});

describe('diagnostics', () => {
  const told = () => client.diagnostics(URI, version);

  it('are published at the right position after an edit, with its version', async () => {
    open('/* 🎉 */ int a = missing;\n');
    expect(await told()).toEqual([
      {
        range: range(0, 17, 24),
        severity: 1,
        code: '30015',
        source: 'slang',
        message: "undefined identifier 'missing'.",
      },
    ]);
    change({ range: range(0, 17, 24), text: '7' });
    expect(await told()).toEqual([]);
  });

  it('have real positions despite #line directives, as hovers have', async () => {
    const position = open('#line 100 "other.slang"\nint a = missing;\nint b = |a;');
    expect(await told()).toMatchObject([{ range: range(1, 8, 15) }]);
    expect(await client.request('textDocument/hover', { textDocument, position })).toMatchObject({
      range: range(2, 8, 9),
    });
  });

  it('are cleared when the document is closed', async () => {
    open('int a = missing;');
    await told();
    client.notify('textDocument/didClose', { textDocument });
    await expect.poll(() => client.received.at(-1)?.params).toEqual({ uri: URI, diagnostics: [] });
  });

  it('have notes in this file and others as related information', async () => {
    open(
      `import rendering;\nstruct outputTexture {}\nvoid f() { outputTexture.Store(1, 2); lerp(1); }`,
    );
    const [ambiguous, overload] = await told();
    expect(ambiguous).toMatchObject({
      message: "ambiguous reference to 'outputTexture'",
      range: range(2, 11, 24),
    });
    const notes = ambiguous?.relatedInformation?.map(({ location }) => location);
    expect(notes?.map(({ uri, range: { start } }) => [uri, start.line])).toEqual([
      [URI, 1],
      ['file:///rendering.slang', 7],
    ]);
    expect(overload?.message).toContain("no overload for 'lerp'");
    expect(overload?.relatedInformation?.[0]).toMatchObject({
      location: { uri: 'slang-synth://core/core.builtin' },
      message: expect.stringContaining('candidate: func lerp'),
    });
  });

  it('cover a word where the binary marks a point', async () => {
    open('import ren');
    const marked = (await told()).map(({ range: place }) => place);
    expect(marked).toEqual([range(0, 9, 10), range(0, 7, 10)]);
  });
});

describe('bad input', () => {
  it.each([
    ['a half-typed import', 'import '],
    ['an import without a name', 'import nothing.at.all;\nint x = y;'],
    ['an unterminated string', 'static String s = "abc\nint x = y;'],
    ['an unterminated comment', 'int x = y;\n/* and so on\nint z;'],
    ['Windows line ends', 'int a;\r\nint x = y;\r\n'],
    ['a lone carriage return', 'int a;\rint x = y;'],
    ['half a character', 'int a; // \ud83d\nint x = y;'],
    ['control characters', 'int a; \u0001\u007f\u2028\nint x = y;'],
    ['an empty document', ''],
    ['deep nesting', `int x = ${'('.repeat(200)}1${')'.repeat(200)};`],
    ['5,000 lines', Array.from({ length: 5000 }, (_, line) => `static int v${line};`).join('\n')],
  ])('answers every request for %s', async (_name, text) => {
    open(text);
    const at = [
      { line: 0, character: 0 },
      { line: 0, character: text.length },
      { line: 1, character: 4 },
      { line: 99_999, character: 99 },
    ];
    for (const position of at) {
      for (const request of ['hover', 'completion', 'signatureHelp', 'definition'] as const)
        await client.request(`textDocument/${request}`, { textDocument, position });
    }
    await client.request('textDocument/documentSymbol', { textDocument });
    await client.request('textDocument/semanticTokens/full', { textDocument });
    for (const { range: place } of await client.diagnostics(URI, version)) {
      const lines = text.split(/\r\n?|\n/);
      expect(place.start.line).toBeLessThan(lines.length);
      expect(place.end.character).toBeLessThanOrEqual(lines[place.end.line]?.length ?? 0);
    }
    expect(client.failures).toEqual([]);
  });

  it('returns empty answers for a document that is not open or cannot be opened', async () => {
    for (const uri of ['file:///closed.slang', 'untitled:Untitled-1', 'file:///', 'file:///%']) {
      const opened = { uri: uri.replace('closed', 'other'), languageId: 'slang' };
      client.notify('textDocument/didOpen', {
        textDocument: { ...opened, version: 1, text: 'int a;' },
      });
      const place = { textDocument: { uri }, position: { line: 0, character: 4 } };
      expect(await client.request('textDocument/hover', place)).toBeNull();
      expect(await client.request('textDocument/documentSymbol', place)).toEqual([]);
    }
    client.notify('textDocument/didChange', {
      textDocument: { uri: 'file:///never.slang', version: 1 },
      contentChanges: [{ text: 'x' }],
    });
    client.notify('textDocument/didClose', { textDocument: { uri: 'file:///never.slang' } });
    expect(client.failures).toEqual([]);
  });
});

describe('5,000 random edits', () => {
  it('keep the server alive, with the same text as the editor', async () => {
    const given: string[] = [];
    const recording: NativeServer = {
      ...native,
      open: (path, text) => {
        given.push(text);
        native.open(path, text);
      },
      replace: (path, text) => {
        given.push(text);
        native.replace(path, text);
      },
    };
    const direct = await connectTestClient(recording, { defer: (work) => work() });
    await direct.request('initialize', NOTHING);
    const editor = createRandomEditor(SHADER, 5000);
    direct.notify('textDocument/didOpen', {
      textDocument: { uri: URI, languageId: 'slang', version: 0, text: editor.text },
    });

    for (let edit = 1; edit <= 5000; edit += 1) {
      const contentChanges = editor.edit();
      direct.notify('textDocument/didChange', {
        textDocument: { uri: URI, version: edit },
        contentChanges,
      });
      if (edit % 400 === 0) {
        const position = editor.randomPosition();
        await direct.request('textDocument/completion', { textDocument, position });
        await direct.request('textDocument/hover', { textDocument, position });
        // Unpaired surrogates have no UTF-8 encoding; their positions are kept.
        expect(given.at(-1)).toBe(Buffer.from(editor.text).toString());
        // The binary must give the same result for the edited text as for that text when just
        // opened.
        native.open('/fresh.slang', given.at(-1) ?? '');
        expect(native.semanticTokens('/user.slang')).toEqual(native.semanticTokens('/fresh.slang'));
        expect(native.diagnostics('/user.slang')).toEqual(native.diagnostics('/fresh.slang'));
        native.close('/fresh.slang');
      }
    }

    const marker = { text: `${editor.text}\n*/ ;\nint theEnd;\n` };
    direct.notify('textDocument/didChange', {
      textDocument: { uri: URI, version: 5001 },
      contentChanges: [marker],
    });
    await direct.request('textDocument/documentSymbol', { textDocument });
    expect(given.at(-1)).toBe(Buffer.from(marker.text).toString());
    await direct.diagnostics(URI, 5001);
    direct.notify('textDocument/didChange', {
      textDocument: { uri: URI, version: 5002 },
      contentChanges: [{ text: 'int theEnd;' }],
    });
    const symbols = await direct.request('textDocument/documentSymbol', { textDocument });
    expect(symbols.map(({ name }) => name)).toEqual(['theEnd']);
    expect(direct.failures).toEqual([]);
  }, 300_000);
});
