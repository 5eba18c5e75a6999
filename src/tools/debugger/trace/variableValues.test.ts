import { describe, expect, it } from 'vitest';
import { buildProgram, traceOf } from '../../../../tests/support/traceBuilder.ts';
import { float, floats, int } from '../../../../tests/support/tracedValues.ts';
import {
  FRESH,
  LOOP_TRACE,
  linesAt,
  MEMBERS,
  MEMBERS_TRACE,
  variablesAt,
  ZEROS,
} from '../../../../tests/support/traceExamples.ts';
import { createReplay } from './createReplay.ts';
import { shortText } from './formatValue.ts';

describe('loops and shadowing', () => {
  const replay = createReplay(LOOP_TRACE);

  it('gives the inner variable in its scope, and the outer one after it', () => {
    expect([1, 4, 5, 7, 19, 20, 24].map((step) => variablesAt(replay, step))).toEqual([
      'x = 5',
      'x = 5, i = 0',
      'i = 0, x = 0',
      'i = 0, x = 10 (0)',
      'i = 2, x = 12 (2)',
      'x = 5, i = 2',
      'x = 3 (4)',
    ]);
  });

  it('counts how often lines were executed', () => {
    expect(linesAt(replay, 26)).toEqual({
      ...{ 1: ' ×1', 2: 'x = 5 ×1', 3: 'i = 2 ×3', 4: 'x = 2 ×3', 5: ' ×3' },
      ...{ 6: ' ×1', 7: 'x = 12 ×2', 9: 'x = 3 ×3', 10: ' ×1' },
    });
    expect(linesAt(replay, 8)).toMatchObject({ 3: 'i = 0 ×1', 7: 'x = 10 ×1' });
  });
});

const ELEMENTS = buildProgram(
  `void main() {
  float cells[4];
  for (int i = 0; i < 20; i++) {
    cells[i] = i;
  }
}
`,
  ['main'],
  [
    ['main', 'enter', 'void ⟦main⟧'],
    ['cells[4]', 'declare', 'float ⟦cells⟧[4]'],
    ['again', 'iteration', '⟦for (int i = 0; i < 20; i++)⟧'],
    ['i', 'declare', 'int ⟦i⟧ = 0'],
    ['cells[i]', 'value', '⟦cells[i]⟧ ='],
  ],
);

describe('elements of an array that was not recorded as a whole', () => {
  const passes = Array.from({ length: 20 }, (_, i) => i).flatMap(
    (i) => [['again'], ['i', int(i)], ['cells[i]', float(i)]] as const,
  );
  const replay = createReplay(ELEMENTS.trace([['main'], ...passes]));

  it('have rows of their own, at most the last sixteen', () => {
    expect(variablesAt(replay, 4)).toBe('cells[0] = 0, i = 0');
    expect(variablesAt(replay, 9)).toBe('cells[0] = 0, cells[1] = 1, cells[2] = 2, i = 2');
    expect(replay.variablesAt(replay.last)).toHaveLength(17);
  });

  it('can be watched by number and by variable', () => {
    const watched = ['cells[19]', 'cells[i]', 'cells[i - 1]', 'cells[0]'];
    const values = watched.map((name) => replay.watch(replay.last, name));
    expect(values).toEqual([float(19), float(19), float(18), null]);
  });
});

describe('variables of a loop iteration', () => {
  const replay = createReplay(
    FRESH.trace([
      ['main'],
      ['outer i', float(7)],
      ['again'],
      ['i', int(0)],
      ['best', float(3)],
      ['v.x', float(0)],
      ['v', floats(8, 9)], // 6
      ['i;'],
      ['again'],
      ['i', int(1)],
      ['v.x', float(1)], // 10
      ['i;'],
      ['i = 8', float(8)], // 12
    ]),
  );
  it.each([
    [7, 'i = 0, best = 3, v = (8, 9)'],
    [10, 'i = 1, v.x = 1'],
    [12, 'i = 8 (7)'],
  ])('at step %i: %s', (step, expected) => {
    expect(variablesAt(replay, step)).toBe(expected);
  });

  it('have the same values when the steps are visited in another order', () => {
    const other = createReplay(replay.trace);
    const steps = Array.from({ length: 13 }, (_, step) => step);
    const forward = steps.map((step) => variablesAt(replay, step));
    expect(steps.toReversed().map((step) => variablesAt(other, step))).toEqual(
      forward.toReversed(),
    );
  });
});

describe('parts of variables', () => {
  const replay = createReplay(MEMBERS_TRACE);
  it.each<[number, string]>([
    [2, 'ray = {origin: (4, 2, 3), length: 1} ({origin: (1, 2, 3), length: 1})'],
    [3, 'ray = {origin: (4, 9, 8), length: 1} ({origin: (4, 2, 3), length: 1})'],
    [6, 'ray = {origin: (4, 9, 8), length: 1}, cells = [3, 0, 0, … 20] ([0, 0, 0, … 20]), j = 1'],
    [8, 'ray = {origin: (4, 9, 8), length: 1}, cells = [3, 4, 0, … 20], j = 1'],
    [
      12,
      'ray = {origin: (4, 9, 8), length: 1}, cells = [?, ?, ?, … 20], cells[total] = 6, j = 1, other.origin = (1, 7, 3) ((1, 2, 3))',
    ],
  ])('at step %i: %s', (step, expected) => {
    expect(variablesAt(replay, step)).toBe(expected);
  });

  it('finds elements by indices that the trace can evaluate', () => {
    expect(variablesAt(replay, 9)).toContain('cells = [3, 4, 6, … 20]');
  });

  it.each<[string, string | null]>([
    ['ray.origin.y', '9'],
    ['ray.origin.xz', '(4, 8)'],
    [' ray . length ', '1'],
    ['cells[j + 1]', '?'],
    ['cells[18]', null],
    ['other.origin.y', '7'],
    ['other', null],
    ['total', '1'],
    ['ray.nothing', null],
    ['ray +', null],
    ['', null],
  ])('watches %s', (expression, expected) => {
    const value = replay.watch(replay.last, expression);
    expect(value && shortText(value)).toBe(expected);
  });

  it('keeps up with thousands of records of parts', () => {
    const written = Array.from({ length: 5000 }, (_, at) => ['cells[0]', int(at)] as const);
    const long = createReplay(MEMBERS.trace([['main'], ['cells', ZEROS], ...written]));
    const first = (step: number) => long.watch(step, 'cells[0]');
    expect([1, 2, 65, 66, 4000, 3, 5001].map(first)).toEqual(
      [0, 0, 63, 64, 3998, 1, 4999].map(int),
    );
  });
});

it('tells the parameters of accessors apart although both are declared once', () => {
  const built = buildProgram(
    'void main() {\n}\n__subscript(int power) -> int {\n  get() { return power; }\n  set() { power; }\n}\n',
    ['main', 'get', 'set'],
    [
      ['get', 'enter', '⟦get⟧()'],
      ['power of get', 'declare', 'get() {⟦ ⟧return'],
      ['set', 'enter', '⟦set⟧()'],
      ['power of set', 'declare', 'set() {⟦ ⟧power'],
    ],
  );
  const from = built.program.source.indexOf('power');
  const program = {
    ...built.program,
    variables: built.program.variables.map((variable) => ({
      ...variable,
      name: 'power',
      scope: { from, to: variable.scope.to },
    })),
    sites: built.program.sites.map((site) =>
      site.event.kind === 'value'
        ? { ...site, from, to: from + 5, event: { ...site.event, name: 'power' } }
        : site,
    ),
  };
  const got = [['get'], ['power of get', int(1)]] as const;
  const { steps } = built.trace([...got, ['set'], ['power of set', int(2)]]);
  const replay = createReplay(traceOf(program, steps));
  expect([1, 3].map((step) => variablesAt(replay, step))).toEqual(['power = 1', 'power = 2']);
});
