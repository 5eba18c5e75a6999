import { readFileSync } from 'node:fs';
import path from 'node:path';
import { format } from '@wasm-fmt/clang-format/node';
import { describe, expect, it } from 'vitest';
import { badSources } from '../../../../tests/support/badSources.ts';
import { demoNames } from '../../../../tests/support/demos.ts';
import { formatChanges, readCodeTokens } from './formatting.ts';
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

describe('formatting', () => {
  it.each([
    ...demoNames().map((name) => `demos/${name}.slang`),
    'playground.slang',
    'printing.slang',
    'rendering.slang',
  ])('changes only white space in %s, and nothing the second time', (file) => {
    const text = read(file);
    for (const style of STYLES) {
      const once = formatted(text, style);
      expect(tokens(once)).toEqual(tokens(text));
      expect(once).not.toContain('\t');
      expect(formatted(once, style)).toBe(once);
    }
  });

  it('indents, spaces and wraps code', () => {
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

  it('supports narrow lines with braces at the end of the line', () => {
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

  it('keeps attributes on their line, and the space before semantics', () => {
    const source =
      '[playground::TIME] uniform float time;\nvoid f(uint2 id : SV_DispatchThreadID);\n';
    expect(formatted(source)).toBe(source);
  });

  it('changes only white space in invalid sources', () => {
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
  ])('is rejected if %s', (_what, before, after) => {
    expect(formatChanges(before, after)).toMatchObject({ ok: false });
  });

  it.each([
    ['spaces', 'a  +b', 'a + b'],
    ['closing brackets of generics', 'A<B<int> > x', 'A<B<int>> x'],
    ['the margins of a comment', '  /* a\n      b */', '/* a\n   b */'],
    ['the end of a continued directive', '#define A  \\\n     1', '#define A \\\n  1'],
    ['nothing', 'a', 'a'],
  ])('may change %s', (_what, before, after) => {
    const changes = formatChanges(before, after);
    expect(changes.ok && apply(before, changes.value)).toBe(after);
  });

  it('changes only the space between tokens', () => {
    expect(formatChanges('a  + b+c', 'a + b + c')).toEqual({
      ok: true,
      value: [
        { from: 1, to: 3, insert: ' ' },
        { from: 6, to: 6, insert: ' ' },
        { from: 7, to: 7, insert: ' ' },
      ],
    });
  });

  it('changes only the requested range', () => {
    const changes = formatChanges('a  b\nc  d', 'a b\nc d', (from) => from >= 5);
    expect(changes).toEqual({ ok: true, value: [{ from: 6, to: 8, insert: ' ' }] });
  });
});
