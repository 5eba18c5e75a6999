import { expect, it } from 'vitest';
import {
  commented,
  freeIdentifier,
  propertyKey,
  propertyOf,
  quoted,
  templateLiteral,
} from './identifiers.ts';
import { literal } from './writeModule.ts';

const evaluated = (expression: string): unknown => new Function(`return ${expression}`)();

const TEXTS = [
  ...['', "it's", '"', '\\', `\`\${1}\` \\\${2} $`, '\n\r\n\t\u0000\u2028', '*/ </script>'],
  ...['\\u0041', '😀'],
];

it('literals evaluate to the given text', () => {
  for (const text of TEXTS) {
    expect(evaluated(quoted(text))).toBe(text);
    expect(evaluated(templateLiteral(text))).toBe(text);
  }
});

it('values keep any names and texts', () => {
  const value = {
    class: [1, -0.5, 1e-9, true, null],
    'a.b[2]': TEXTS,
    long: Array.from({ length: 50 }, (_, index) => ({ index, text: 'x'.repeat(index) })),
    empty: [{}, []],
  };
  expect(evaluated(literal(value))).toEqual(value);
  expect(literal({ url: 'image' }, '', (text) => (text === 'image' ? 'here()' : null))).toBe(
    '{ url: here() }',
  );
});

it('a property may have any name', () => {
  for (const name of ['a', 'class', '__proto__', 'a.b', '2', "it's", 'ä']) {
    const object = evaluated(`({ ${propertyKey(name)}: 5 })`);
    expect(Object.keys(object as object)).toEqual([name]);
    expect(new Function('value', `return ${propertyOf('value', name)}`)(object)).toBe(5);
  }
});

it('a declaration gets a free name that is not a reserved word', () => {
  const taken = new Set(['Map', 'view']);
  const names = ['Map', 'Map', 'class', 'Pair<int>', '2D', '', 'Light', '__x'];
  expect(names.map((name) => freeIdentifier(name, taken))).toEqual([
    ...['Map2', 'Map3', 'class_', 'Pair_int', '_2D_', '_', 'Light', 'x'],
  ]);
});

it('a comment cannot end early', () => {
  expect(commented('a */ b\nc **/')).toBe('a * / b c ** /');
});
