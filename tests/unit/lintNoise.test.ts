import { beforeAll, describe, expect, it } from 'vitest';
import { ATTRIBUTES } from '#core/plan/attributes/reference.ts';
import printing from '#core/slang/examples/printing.slang?raw';
import rendering from '#core/slang/examples/rendering.slang?raw';
import { readSource } from '#core/source/declarations.ts';
import type { Lint } from '#core/source/lints/lint.ts';
import { readDemo } from '../support/compiler.ts';
import { demoNames } from '../support/demos.ts';
import { createLinter, type Linter, lintsOf } from '../support/lints.ts';
import { createRandom } from '../support/random.ts';

let linter: Linter;
beforeAll(async () => {
  linter = await createLinter();
});

describe('no lint reports anything', () => {
  it.each([
    ...ATTRIBUTES,
    { name: 'printing', example: printing },
    { name: 'rendering', example: rendering },
  ])('in the example of $name', ({ example }) => {
    expect(linter.lint(example)).toEqual([]);
  });
});

/** Whether all positions are within the text, and each fix's edits are in order. */
function isInText({ from, to, fixes }: Lint, { length }: string): boolean {
  const isOrdered = (places: readonly number[]) =>
    places.every((place, index) => place >= (places[index - 1] ?? 0)) &&
    (places.at(-1) ?? 0) <= length;
  return (
    isOrdered([from, to]) &&
    fixes.every(({ edits }) => isOrdered(edits.flatMap((edit) => [edit.from, edit.to])))
  );
}

describe('any text', () => {
  it('can be linted, even if it is a demo with removed and inserted parts', async () => {
    const random = createRandom(1);
    const demos = await Promise.all(demoNames().map(readDemo));
    // Answers to other texts, with positions and names that this text does not have.
    const strangers = demos.slice(0, 4).map((demo) => linter.compile(demo));
    for (let round = 0; round < 500; round += 1) {
      const demo = demos[random(demos.length)] ?? '';
      const other = demos[random(demos.length)] ?? '';
      const [from, to] = [random(demo.length), random(demo.length)].toSorted((a, b) => a - b);
      const at = random(other.length);
      const text = demo.slice(0, from) + other.slice(at, at + random(200)) + demo.slice(to);
      const answer = strangers[round] ?? strangers[random(strangers.length)];
      const known = round % 50 === 0 ? linter.compile(text) : answer;
      if (!known) throw new Error('There is no compiled program.');
      const wrong = lintsOf(text, known).filter((lint) => !isInText(lint, text));
      expect(wrong).toEqual([]);
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
  ])('is read quickly, however it continues: %#', (text) => {
    const start = performance.now();
    readSource(text);
    expect(performance.now() - start).toBeLessThan(2000);
  });
});
