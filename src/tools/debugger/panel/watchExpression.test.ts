import { expect, it } from 'vitest';
import { instrumentSource } from '#core/source/instrument/instrumentSource.ts';
import { typedWatch } from './Sections.tsx';

const PROGRAM = instrumentSource('int calls; void count() { calls++; }');

it.each([
  ['ray.origin.x', 'ray.origin.x'],
  [' lights[2] . color ', 'lights[2].color'],
  ['weights[i + 1]', 'weights[i+1]'],
  [' a + b ', 'a + b'],
  ['dot(normal, light)', 'dot(normal, light)'],
])('watches %j', (text, expression) => {
  expect(typedWatch(text, [], PROGRAM)).toEqual({ kind: 'watch', expression });
});

it.each(['x;', 'a = 2', 'count()'])('rejects %j and says why', (text) => {
  expect(typedWatch(text, [], PROGRAM).kind).toBe('problem');
});

it('asks for an expression, and rejects one that is already watched', () => {
  const nothing = { kind: 'problem', text: 'Type a variable or an expression.' };
  expect(typedWatch('  ', [], PROGRAM)).toEqual(nothing);
  const text = 'ray.x is on the list already.';
  expect(typedWatch('ray . x', ['ray.x'], null)).toEqual({ kind: 'problem', text });
});
