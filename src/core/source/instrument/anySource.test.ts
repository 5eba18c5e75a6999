import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readTokens } from '#core/source/tokens.ts';
import { demoNames } from '../../../../tests/support/demos.ts';
import { createRandom } from '../../../../tests/support/random.ts';
import { instrumentSource } from './instrumentSource.ts';

const demos = path.resolve(import.meta.dirname, '../../slang/demos');

/** The text with some tokens removed, doubled or cut off. */
function broken(text: string, random: (below: number) => number): string {
  const tokens = readTokens(text);
  let result = text;
  for (let change = 0; change < 6; change += 1) {
    const { from = 0, to = 0 } = tokens[random(tokens.length)] ?? {};
    const kind = random(3);
    if (kind === 0) result = result.slice(0, from) + result.slice(to);
    else if (kind === 1) result = result.slice(0, to) + result.slice(from);
    else if (random(8) === 0) result = result.slice(0, from);
  }
  return result;
}

test.each(demoNames())('instruments %s however it is broken', (name) => {
  const text = readFileSync(path.join(demos, `${name}.slang`), 'utf8');
  const random = createRandom(name.length * 7919 + text.length);
  for (let round = 0; round < 8; round += 1) {
    const source = broken(text, random);
    const program = instrumentSource(source);
    const lines = source.split('\n').length;
    const start = program.text.split('\n').slice(0, lines + 1);
    expect(start.at(-1)).toBe('import playground;');
    for (const { id, line, from, to } of program.sites) {
      expect(program.sites[id]?.id).toBe(id);
      expect(line).toBe(source.slice(0, from).split('\n').length);
      expect(to).toBeGreaterThanOrEqual(from);
    }
  }
});

test.each([
  ['an empty source', ''],
  ['a line break', '\n'],
  ['a comment that does not end', 'void f() { /* '],
  ['a string that does not end', 'void f() { print("'],
  ['braces alone', '{{{}}}}}'],
  ['text that is not Slang', 'Lorem ipsum; dolor (sit) { amet'],
  ['Windows line breaks', 'void f()\r\n{\r\n    int a = 1;\r\n}\r\n'],
])('instruments %s', (_, source) => {
  const { text } = instrumentSource(source);
  expect(text.split('\n')[source.split('\n').length]).toBe('import playground;');
});
