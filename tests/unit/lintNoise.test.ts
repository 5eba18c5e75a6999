import { beforeAll, describe, expect, it } from 'vitest';
import { findLints } from '#program/lints/findLints.ts';
import { readSource } from '#program/source/declarations.ts';
import { ATTRIBUTES } from '#reference/attributes.ts';
import printing from '#reference/examples/printing.slang?raw';
import rendering from '#reference/examples/rendering.slang?raw';
import { readDemo } from '../support/compiler.ts';
import { demoNames } from '../support/demos.ts';
import { createLinter, type Linter } from '../support/lints.ts';

let linter: Linter;
beforeAll(async () => {
  linter = await createLinter();
});

describe('lints say nothing', () => {
  it.each(demoNames())('of the demo %s', async (name) => {
    expect(linter.lint(await readDemo(name))).toEqual([]);
  });

  it.each([
    ...ATTRIBUTES,
    { name: 'printing', example: printing },
    { name: 'rendering', example: rendering },
  ])('of the example of $name', ({ example }) => {
    expect(linter.lint(example)).toEqual([]);
  });
});

/** The same numbers each time: a linear congruential generator. */
function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

describe('any text', () => {
  it('can be linted: demos with pieces cut out, put elsewhere and cut off', async () => {
    const random = createRandom(1);
    const demos = await Promise.all(demoNames().map(readDemo));
    for (let round = 0; round < 1500; round += 1) {
      const demo = demos[random(demos.length)] ?? '';
      const other = demos[random(demos.length)] ?? '';
      const [from, to] = [random(demo.length), random(demo.length)].toSorted((a, b) => a - b);
      const at = random(other.length);
      const text = demo.slice(0, from) + other.slice(at, at + random(200)) + demo.slice(to);
      // The program of another text: places and names that this one does not have.
      const answer = linter.compile(round % 100 === 0 ? text : (demos[0] ?? ''));
      for (const { from: start, to: end, fixes } of findLints(text, answer)) {
        expect(start).toBeLessThanOrEqual(end);
        expect(end).toBeLessThanOrEqual(text.length);
        for (const { edits } of fixes) {
          let before = 0;
          for (const edit of edits) {
            expect(edit.from).toBeGreaterThanOrEqual(before);
            expect(edit.to).toBeGreaterThanOrEqual(edit.from);
            before = edit.to;
          }
          expect(before).toBeLessThanOrEqual(text.length);
        }
      }
    }
  });

  it.each([
    '[[[[[[[['.repeat(2000),
    'struct a {'.repeat(2000),
    'namespace a {'.repeat(2000),
    'void f('.repeat(2000),
    'printf("%d", '.repeat(2000),
    'a<'.repeat(4000),
    '"'.repeat(4001),
    '/*',
    '#if 0\n'.repeat(500),
    'R"x(',
    '\\',
    '🎉\u{1F469}\u200D\u{1F680}\uD83C',
  ])('is read in no time, however it goes on: %#', (text) => {
    const start = performance.now();
    readSource(text);
    expect(performance.now() - start).toBeLessThan(2000);
  });
});
