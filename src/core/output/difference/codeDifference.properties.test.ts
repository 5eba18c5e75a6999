import { describe, expect, it } from 'vitest';
import { isLineDirective } from '#core/output/lineDirectives.ts';
import { fc } from '../../../../tests/support/property.ts';
import { type ChangedLine, type CodePair, changeRows } from './codeDifference.ts';
import { compareCode } from './showDifference.ts';

const name = fc.tuple(fc.constantFrom('_S', 'a_', 'b_'), fc.nat(5)).map((parts) => parts.join(''));
const word = fc.constantFrom('x', 'f', '1.5', '+', '(', ')', '"text"');
const statement = fc.array(fc.oneof(name, word), { minLength: 1, maxLength: 8 });
const codeLine = fc.oneof(
  { weight: 8, arbitrary: statement.map((words) => `  ${words.join(' ')};`) },
  { weight: 1, arbitrary: fc.constantFrom('', '  ', '#line 3 "user.slang"', '{', '}') },
);

const SPIRV = [
  ...['; Bound: 9', '', 'OpName %7 "a"', '%float_1 = OpConstant %float 1', '%9 = OpLabel'],
  ...['%7 = OpConstant %float 2', '%8 = OpFAdd %float %7 %9', 'OpStore %7 %8', 'OpReturn'],
];

/** Two versions of a code: the second has other lines in some places. */
function versions(target: CodePair['target'], line: fc.Arbitrary<string>): fc.Arbitrary<CodePair> {
  const change = fc.record({ at: fc.nat(20), removed: fc.nat(4), added: fc.array(line) });
  return fc
    .tuple(fc.array(line, { maxLength: 25 }), fc.array(change, { maxLength: 4 }))
    .map(([lines, changes]) => {
      const after = [...lines];
      for (const { at, removed, added } of changes) after.splice(at, removed, ...added);
      return { target, before: lines.join('\n'), after: after.join('\n') };
    });
}

const hlsl = versions('HLSL', codeLine);
const anyPair = fc.oneof(hlsl, versions('SPIRV', fc.constantFrom(...SPIRV)));

/** The tokens of the lines that count and are not among the changed ones. */
function keptLines(text: string, changed: readonly ChangedLine[]): string[][] {
  const left = new Set(changed.map(({ line }) => line));
  return text.split('\n').flatMap((line, index) => {
    if (left.has(index + 1) || isLineDirective(line) || line.trim() === '') return [];
    return [line.match(/\w+(?:\.\d)?|\S/g) ?? []];
  });
}

describe('the difference of two outputs', () => {
  it('leaves the same lines on both sides, except for names that are renumbered consistently', () => {
    fc.assert(
      fc.property(hlsl, (pair) => {
        const { hunks } = compareCode(pair);
        const before = keptLines(
          pair.before,
          hunks.flatMap(({ removed }) => removed),
        );
        const after = keptLines(
          pair.after,
          hunks.flatMap(({ added }) => added),
        );
        const [newOf, oldOf] = [new Map<string, string>(), new Map<string, string>()];
        const renamed = before.map((line, index) =>
          line.map((token, at) => {
            const other = after[index]?.[at] ?? '';
            if (!/_S?\d$/.test(token)) return token;
            if (!newOf.has(token) && !oldOf.has(other)) {
              newOf.set(token, other);
              oldOf.set(other, token);
            }
            return newOf.get(token);
          }),
        );
        expect(renamed).toEqual(after);
      }),
    );
  });

  it('is empty for equal outputs, and has all lines of other ones in order and in bounds', () => {
    fc.assert(
      fc.property(anyPair, (pair) => {
        const { target, before, after } = pair;
        expect(compareCode({ target, before: after, after })).toEqual({
          ...{ added: 0, removed: 0, renamed: 0, hunks: [] },
        });
        const { hunks, added, removed } = compareCode(pair);
        for (const [text, count, side] of [
          [before, removed, 'removed'],
          [after, added, 'added'],
        ] as const) {
          const lines = text.split('\n');
          const changed = hunks.flatMap((hunk) => hunk[side]);
          expect(changed).toHaveLength(count);
          expectRising(changed.map(({ line }) => line));
          for (const { line, words } of changed) {
            const length = lines[line - 1]?.length ?? -1;
            expectRising(words.flatMap(({ from, to }) => [from, to]));
            expect(words.at(-1)?.to ?? 0).toBeLessThanOrEqual(length);
          }
        }
      }),
    );
  });

  it('has the same number of lines in both directions if no name is numbered', () => {
    const plain = fc.array(word, { minLength: 1, maxLength: 2 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(versions('WGSL', plain), (pair) => {
        const { added, removed } = compareCode(pair);
        const back = compareCode({ ...pair, before: pair.after, after: pair.before });
        expect([back.added, back.removed]).toEqual([removed, added]);
      }),
    );
  });

  it('is shown as the new code with the removed lines between its lines', () => {
    fc.assert(
      fc.property(anyPair, ({ target, before, after }) => {
        const { hunks } = compareCode({ target, before, after });
        const rows = changeRows(before, after, hunks);
        const texts = rows.text.split('\n');
        const oldLines = before.split('\n');
        const newLines = after.split('\n');
        const shown = [...rows.signs].map((_, row) => row);
        const withSign = (sign: number) => shown.filter((row) => rows.signs[row] === sign);
        expect(withSign(-1).map((row) => texts[row])).toEqual(
          hunks.flatMap(({ removed }) => removed.map(({ line }) => oldLines[line - 1])),
        );
        expect(withSign(1).map((row) => rows.lines[row])).toEqual(
          hunks.flatMap(({ added }) => added.map(({ line }) => line)),
        );
        const ofNewCode = shown.filter((row) => (rows.signs[row] ?? 0) >= 0);
        const numbers = ofNewCode.map((row) => rows.lines[row] ?? 0);
        expectRising(numbers);
        expect(ofNewCode.map((row) => texts[row])).toEqual(numbers.map((at) => newLines[at - 1]));
        const omitted = newLines.filter((_, index) => !numbers.includes(index + 1));
        expect(omitted.filter((line) => line.trim() !== '' && !isLineDirective(line))).toEqual([]);
        for (const row of rows.changes) expect(rows.signs[row]).not.toBe(0);
        for (const { from, to } of rows.words) {
          expect(rows.text.slice(from, to)).toMatch(/^[^\n]+$/);
        }
        for (const { from, to } of rows.folds) {
          expect(rows.signs.slice(from, to).every((sign) => sign === 0)).toBe(true);
        }
        expectRising(rows.folds.flatMap(({ from, to }) => [from, to]));
      }),
    );
  });
});

function expectRising(numbers: readonly number[]): void {
  expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other));
}
