import { expect, it } from 'vitest';
import { buildProgram } from '../../../../tests/support/traceBuilder.ts';
import { createReplay } from './createReplay.ts';
import { conditionProblem } from './names.ts';

const BUILT = buildProgram(
  'void main() {\n  int k = 1;\n  total += k;\n  this.seed = 2;\n}\n',
  ['main'],
  [
    ['k', 'declare', 'int ⟦k⟧'],
    ['total', 'value', '⟦total⟧ +='],
    ['seed', 'value', '⟦this.seed⟧ ='],
  ],
  [{ kind: 'enum', name: 'Mode', cases: [{ name: 'Fast', value: 1 }] }],
);

const shown = { replay: createReplay(BUILT.trace([])), isDated: false };
it.each([
  ['k > 3', null],
  ['k.x == total', null],
  ['this.seed > 0', null],
  ['k == Mode.Fast', null],
  ['k == Mode.Slow', 'The trace has no variable named Mode.Slow.'],
  ['k > 0 && j.x > 0', 'The trace has no variable named j.x.'],
  ['k >', 'Expected a value at column 4, but the text ends.'],
])('the condition %s has the problem %s', (text, problem) => {
  expect(conditionProblem(text, shown)).toBe(problem);
});

it('accepts unknown names if there is no trace of the current text', () => {
  expect(conditionProblem('j > 0', null)).toBeNull();
  expect(conditionProblem('j > 0', { ...shown, isDated: true })).toBeNull();
});
