import { expect, it } from 'vitest';
import { typedWatch } from './Sections.tsx';

it.each([
  ['ray.origin.x', 'ray.origin.x'],
  [' lights[2] . color ', 'lights[2].color'],
  ['weights[i + 1]', 'weights[i+1]'],
])('watches %j', (text, expression) => {
  expect(typedWatch(text, [])).toEqual({ kind: 'watch', expression });
});

it.each(['a + b', 'f()', '3', 'a.3', 'x;'])('rejects %j and says what it accepts', (text) => {
  expect(typedWatch(text, [])).toEqual({
    kind: 'problem',
    text: `“${text}” can’t be watched. Use a name or a member, such as ray.origin.x or lights[i].`,
  });
});

it('asks for a name, and rejects an expression that is already watched', () => {
  expect(typedWatch('  ', [])).toEqual({ kind: 'problem', text: 'Type the name of a variable.' });
  const text = 'ray.x is on the list already.';
  expect(typedWatch('ray . x', ['ray.x'])).toEqual({ kind: 'problem', text });
});
