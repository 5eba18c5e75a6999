import { readFileSync } from 'node:fs';
import path from 'node:path';
import { format } from '@wasm-fmt/clang-format/node';
import { expect, it } from 'vitest';
import { fail, ok } from '#core/util/result.ts';
import { badSources } from '../../../../tests/support/badSources.ts';
import { demoNames } from '../../../../tests/support/demos.ts';
import { createFormatter, formatChanges, readCodeTokens } from './formatting.ts';
import { clangFormatStyle, FORMATTED_FILE, type FormatStyle } from './style.ts';

const DEFAULT: FormatStyle = { width: '100', braces: 'own-line' };
const STYLES: readonly FormatStyle[] = [DEFAULT, { width: '80', braces: 'same-line' }];

const read = (file: string) =>
  readFileSync(path.resolve(import.meta.dirname, '../../../core/slang', file), 'utf8');

function apply(text: string, changes: readonly { from: number; to: number; insert: string }[]) {
  let changed = text;
  for (const { from, to, insert } of changes.toReversed()) {
    changed = changed.slice(0, from) + insert + changed.slice(to);
  }
  return changed;
}

const formatted = (text: string, style = DEFAULT) => {
  const changes = formatChanges(text, format(text, FORMATTED_FILE, clangFormatStyle(style)));
  return changes.ok ? apply(text, changes.value) : changes.error;
};

const tokens = (text: string) =>
  readCodeTokens(text).map(({ kind, text }) => `${kind} ${text.replaceAll(/\s+/g, ' ').trim()}`);

it.each([
  ...demoNames().map((name) => `demos/${name}.slang`),
  'playground.slang',
  'printing.slang',
  'rendering.slang',
])('formatting changes only white space in %s, and nothing the second time', (file) => {
  const text = read(file);
  for (const style of STYLES) {
    const once = formatted(text, style);
    expect(tokens(once)).toEqual(tokens(text));
    expect(once).not.toContain('\t');
    expect(formatted(once, style)).toBe(once);
  }
});

it('formatting indents, spaces and wraps code', () => {
  const source =
    'float  f( float a ){if(a>0){return a;}\nelse return - -a;}\nstruct S{float r;property float d{get{return r*2;}}};\n';
  expect(formatted(source)).toMatchInlineSnapshot(`
    "float f(float a)
    {
        if (a > 0)
        {
            return a;
        }
        else
            return - -a;
    }
    struct S
    {
        float r;
        property float d
        {
            get {
                return r * 2;
            }
        }
    };
    "
  `);
});

it('formatting supports narrow lines with braces at the end of the line', () => {
  const source =
    '[shader("compute")] [numthreads(8, 8, 1)]\nvoid draw(uint2 pixel : SV_DispatchThreadID)\n{\n  drawPixel(pixel, (int2 screen) => { return float4(float2(pixel) / float2(screen), 0.5 + 0.5 * sin(time), 1.0); });\n}\n';
  expect(formatted(source, { width: '80', braces: 'same-line' })).toMatchInlineSnapshot(`
    "[shader("compute")] [numthreads(8, 8, 1)]
    void draw(uint2 pixel : SV_DispatchThreadID) {
        drawPixel(pixel, (int2 screen) => {
            return float4(
                float2(pixel) / float2(screen), 0.5 + 0.5 * sin(time), 1.0);
        });
    }
    "
  `);
});

it('formatting keeps attributes on their line, and the space before semantics', () => {
  const source =
    '[playground::TIME] uniform float time;\nvoid f(uint2 id : SV_DispatchThreadID);\n';
  expect(formatted(source)).toBe(source);
});

it('formatting changes only white space in invalid sources', () => {
  for (const { source } of badSources({ circle: read('demos/circle.slang') })) {
    if (source.length > 20_000) continue;
    const text = formatted(source);
    if (/^The formatter would change/.test(text)) continue;
    expect(tokens(text)).toEqual(tokens(source));
  }
});

it.each([
  ['two operators become one', 'a - -b', 'a--b'],
  ['two words become one', 'return x', 'returnx'],
  ['a comment swallows code', '// a\nb', '// a b'],
  ['a macro gets parameters', '#define f (x)', '#define f(x)'],
  ['a directive swallows code', '#define A 1\nb', '#define A 1 b'],
  ['a directive ends too early', '#define A \\\n 1\nb', '#define A\n 1\nb'],
  ['a string changes', '"a b"', '"a  b"'],
  ['a comment changes', '// a b', '// a  b'],
  ['a bracket is added', 'if (a) b;', 'if (a) { b; }'],
  ['a token is lost', 'a; b;', 'a;'],
])('formatting is rejected if %s', (_what, before, after) => {
  expect(formatChanges(before, after)).toMatchObject({ ok: false });
});

it.each([
  ['spaces', 'a  +b', 'a + b'],
  ['closing brackets of generics', 'A<B<int> > x', 'A<B<int>> x'],
  ['the margins of a comment', '  /* a\n      b */', '/* a\n   b */'],
  ['the end of a continued directive', '#define A  \\\n     1', '#define A \\\n  1'],
  ['nothing', 'a', 'a'],
])('formatting may change %s', (_what, before, after) => {
  const changes = formatChanges(before, after);
  expect(changes.ok && apply(before, changes.value)).toBe(after);
});

it('formatting changes only the space between tokens, in the requested range', () => {
  const space = (from: number, to = from) => ({ from, to, insert: ' ' });
  const all = formatChanges('a  + b+c', 'a + b + c');
  expect(all).toEqual(ok([space(1, 3), space(6), space(7)]));
  const some = formatChanges('a  b\nc  d', 'a b\nc d', (from) => from >= 5);
  expect(some).toEqual(ok([space(6, 8)]));
});

it.each([
  ['Failed to fetch', 'Failed to fetch.'],
  ['The module is damaged.', 'The module is damaged.'],
])('formatting reports a failure as a sentence: %s', async (reason, error) => {
  const formatter = createFormatter((events) => ({
    post: ({ id }) => queueMicrotask(() => events.onAnswer({ id, outcome: fail(reason) })),
    close: () => {},
  }));
  const style = { width: '100', braces: 'own-line' } as const;
  expect(await formatter.format('float a;', style, null)).toEqual(fail(error));
});
