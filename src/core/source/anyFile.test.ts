import { expect, test } from 'vitest';
import { readItems } from '#core/source/reducer/reduceText.ts';
import { fc } from '../../../tests/support/property.ts';
import {
  anyPlace,
  anySlangFile,
  anySlangPiece,
  anySlangText,
  SLANG_FILES,
} from '../../../tests/support/slangTexts.ts';
import { type Declaration, readSource, withMembers } from './declarations.ts';
import { findBodies } from './instrument/bodies.ts';
import { readTokens, type Span } from './tokens.ts';
import { typeHeads } from './typeHeads.ts';

/** Runs all readers. None may throw. */
function readAll(text: string) {
  const source = readSource(text);
  const { tokens, declarations } = source;
  const [items, heads, bodies] = [readItems(tokens), typeHeads(tokens), findBodies(source)];
  return { tokens, declarations, items, heads, bodies };
}

/** Names in lines that start like a declaration in this repository's formatting. */
function namesInLines(text: string): string[] {
  const plain = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');
  const types = plain.matchAll(/^\s*(?:public )?(?:struct|interface|enum(?: class)?) (\w+)/gm);
  const functions = plain.matchAll(/^(?!return|else|struct|#)(?:[\w:]+(?:<[^\n>]*>)? )+(\w+)\(/gm);
  return [...types, ...functions].map(([, name = '']) => name);
}

test.each(SLANG_FILES)('finds every declaration of $file', ({ text }) => {
  const { tokens, declarations, heads, bodies } = readAll(text);
  const names = new Set([
    ...declarations.map(({ name }) => name),
    ...heads.map(({ name }) => name.text),
    ...bodies.map(({ nameAt }) => tokens[nameAt]?.text),
  ]);
  const active = new Set(tokens.map((token) => token.text));
  const wanted = namesInLines(text).filter((name) => active.has(name));
  expect(wanted.filter((name) => !names.has(name))).toEqual([]);
});

/** Expects spans in order, without overlap, within an outer span. */
function expectInOrder(spans: readonly Span[], { from, to }: Span): void {
  let end = from;
  for (const span of spans) {
    expect(span.from).toBeGreaterThanOrEqual(end);
    expect(span.to).toBeGreaterThanOrEqual(span.from);
    end = span.to;
  }
  expect(end).toBeLessThanOrEqual(to);
}

/** Text without tokens: white space, comments, directives and inactive text. */
const NO_TOKENS = /^(?:[\s\\]|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))*$/;

test('splits any text into tokens that leave out only white space and comments', () => {
  fc.assert(
    fc.property(anySlangText, (any) => {
      const text = any.replaceAll('#', '');
      let end = 0;
      for (const token of readTokens(text)) {
        expect(token.text).toBe(text.slice(token.from, token.to));
        expect(token.text).not.toBe('');
        expect(text.slice(end, token.from)).toMatch(NO_TOKENS);
        end = token.to;
      }
      expect(text.slice(end)).toMatch(NO_TOKENS);
    }),
  );
});

type Items = Readonly<ReturnType<typeof readItems>>;

/** Expects items that cover a range of tokens completely. */
function expectItems(items: Items, start: number, end: number): void {
  expect([start, ...items.map((item) => item.end)]).toEqual([
    ...items.map((item) => item.start),
    end,
  ]);
  for (const item of items) {
    for (const block of item.blocks) {
      expect(block.start).toBeGreaterThan(item.start);
      expect(block.end).toBeLessThanOrEqual(item.end);
      if (block.items.length > 0) expectItems(block.items, block.start, block.end);
    }
  }
}

function expectTree(declarations: readonly Declaration[], outer: Span): void {
  expectInOrder(declarations, outer);
  for (const { from, start, nameSpan, to, attributes, members } of declarations) {
    expectInOrder(attributes, { from, to: start });
    expectInOrder([nameSpan], { from: start, to });
    expectTree(members, { from: nameSpan.to, to });
  }
}

test('reads any text into a tree whose parts are nested and in order', () => {
  fc.assert(
    fc.property(anySlangText, (text) => {
      const { tokens, declarations, items, heads, bodies } = readAll(text);
      expectTree(declarations, { from: 0, to: text.length });
      for (const { name, nameSpan } of withMembers(declarations))
        expect(text.slice(nameSpan.from, nameSpan.to)).toBe(name);
      expectItems(items, 0, tokens.length);
      for (const { keyword, open, close } of heads) {
        expect(tokens[open]?.text).toBe('{');
        expect(keyword).toBeLessThan(open);
        expect(close).toBeGreaterThanOrEqual(open);
        expect(close).toBeLessThan(tokens.length);
      }
      for (const { nameAt, open, end } of bodies) {
        expect(nameAt).toBeLessThan(open);
        expect(open).toBeLessThan(end);
        expect(end).toBeLessThanOrEqual(tokens.length);
      }
    }),
  );
});

function namesOf(declarations: readonly Declaration[], path = ''): string[] {
  return declarations.flatMap(({ kind, name, members }) => {
    const own = `${path}${kind} ${name}`;
    return [own, ...namesOf(members, `${own}.`)];
  });
}

/** A file, one of its tokens, and the file with that removed, or with another before it. */
const brokenFile = fc
  .tuple(anySlangFile, anyPlace, fc.option(anySlangPiece))
  .map(([{ file, text }, place, inserted]) => {
    const tokens = readTokens(text);
    const token = tokens[Math.floor(place * (tokens.length - 1))];
    const { text: word = '', from = 0, to = 0 } = token ?? {};
    const end = inserted === null ? text.slice(to) : `${inserted} ${text.slice(from)}`;
    return { file, text, changed: inserted ?? word, from, to, broken: text.slice(0, from) + end };
  });

test('keeps the declarations before a broken part', () => {
  fc.assert(
    fc.property(brokenFile, fc.boolean(), ({ text, from, broken }, isCut) => {
      const before = readSource(text).declarations.filter((each) => each.to < from);
      const { declarations } = readAll(isCut ? text.slice(0, from) : broken);
      expect(declarations.slice(0, before.length)).toEqual(before);
    }),
  );
});

/** Text that changes the nesting. */
const NESTING =
  /[{}"'#\\]|\/[*/]|\*\/|^(?:struct|class|interface|enum|extension|namespace|cbuffer)$/;

test('keeps the declarations after a broken part, unless braces or quotes are broken', () => {
  fc.assert(
    fc.property(brokenFile, ({ text, changed, to, broken }) => {
      fc.pre(!NESTING.test(changed));
      const after = readSource(text).declarations.filter((each) => each.from > to);
      // The broken declaration may contain the next two.
      const wanted = namesOf(after.slice(2));
      const found = namesOf(readAll(broken).declarations);
      expect(found.slice(Math.max(0, found.length - wanted.length))).toEqual(wanted);
    }),
  );
});
