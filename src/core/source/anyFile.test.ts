import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readItems } from '#core/source/reducer/reduceText.ts';
import { createRandom, type Random } from '../../../tests/support/random.ts';
import { type Declaration, readSource } from './declarations.ts';
import { findBodies } from './instrument/bodies.ts';
import { readTokens } from './tokens.ts';
import { typeHeads } from './typeHeads.ts';

const folder = path.resolve(import.meta.dirname, '..');
const FILES = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.slang'))
  .sort()
  .map((file) => ({ file, text: readFileSync(path.join(folder, file), 'utf8') }));

/** Runs all readers. None may throw. */
function readAll(text: string) {
  const source = readSource(text);
  const { tokens, declarations } = source;
  readItems(tokens);
  return { tokens, declarations, heads: typeHeads(tokens), bodies: findBodies(source) };
}

/** Names in lines that start like a declaration in this repository's formatting. */
function namesInLines(text: string): string[] {
  const plain = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');
  const types = plain.matchAll(/^\s*(?:public )?(?:struct|interface|enum(?: class)?) (\w+)/gm);
  const functions = plain.matchAll(/^(?!return|else|struct|#)(?:[\w:]+(?:<[^\n>]*>)? )+(\w+)\(/gm);
  return [...types, ...functions].map(([, name = '']) => name);
}

test.each(FILES)('finds every declaration of $file', ({ text }) => {
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

function namesOf(declarations: readonly Declaration[], path = ''): string[] {
  return declarations.flatMap(({ kind, name, members }) => {
    const own = `${path}${kind} ${name}`;
    return [own, ...namesOf(members, `${own}.`)];
  });
}

const INSERTED = ['{', '}', '(', ')', '[', '<', '>', ';', ',', '=', '"', '/*', 'struct', '#if 0\n'];

/** A file, one of its tokens, a text to insert before that, and the ways to break the file there. */
function randomPart(random: Random) {
  const { file, text } = FILES[random(FILES.length)] ?? { file: '', text: '' };
  const tokens = readTokens(text);
  const { text: word = '', from = 0, to = 0 } = tokens[random(tokens.length)] ?? {};
  const inserted = INSERTED[random(INSERTED.length)] ?? '';
  const removal = text.slice(0, from) + text.slice(to);
  const insertion = `${text.slice(0, from)}${inserted} ${text.slice(from)}`;
  return { file, text, word, from, to, inserted, removal, insertion };
}

test('keeps the declarations before a broken part', () => {
  const random = createRandom(20);
  for (let round = 0; round < 500; round += 1) {
    const { file, text, from, removal, insertion } = randomPart(random);
    const broken = [removal, insertion, text.slice(0, from)][random(3)] ?? '';
    const before = readSource(text).declarations.filter((each) => each.to < from);
    const { declarations } = readAll(broken);
    expect(declarations.slice(0, before.length), `${file}, round ${round}`).toEqual(before);
  }
});

/** Tokens that change the nesting. */
const NESTING = /[{}"']|\/\*|#|^(?:struct|interface|enum|extension|namespace)$/;

test('keeps the declarations after a broken part, unless braces or quotes are broken', () => {
  const random = createRandom(21);
  for (let round = 0; round < 500; round += 1) {
    const { file, text, word, to, inserted, removal, insertion } = randomPart(random);
    const isRemoved = random(2) === 0;
    if (NESTING.test(isRemoved ? word : inserted)) continue;
    const [, ...after] = readSource(text).declarations.filter((each) => each.from > to);
    const wanted = namesOf(after);
    const found = namesOf(readAll(isRemoved ? removal : insertion).declarations);
    expect(found.slice(found.length - wanted.length), `${file}, round ${round}`).toEqual(wanted);
  }
});
