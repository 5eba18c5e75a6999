import { expect, it } from 'vitest';
import { argumentPlace, namePlace, writtenAttribute } from './places.ts';

const name = (before: string) => namePlace(before, before.length);
const argument = (before: string) => {
  const place = argumentPlace(before, before.length);
  return place && [place.attribute.name, place.from, place.index, place.written];
};

it.each([
  ['[', 1, false],
  ['int a;\n  [pl', 10, false],
  ['[shader("compute")] [pl', 21, false],
  ['[shader("compute")][', 20, false],
  ['[numthreads(1, 1, 1), pl', 22, false],
  ['[playground::', 13, true],
  ['[playground::CALL::SI', 13, true],
])('the name of an attribute is expected in %j', (before, from, isQualified) => {
  expect(name(before)).toEqual({ from, isQualified });
});

it.each(['a[', 'a[0', 'f()[i', 'a[0][i', '// [playground::', 'x = [', '[a](', ''])(
  'the name of an attribute is not expected in %j',
  (before) => {
    expect(name(before)).toBeUndefined();
  },
);

it('the arguments of an attribute are counted without the commas in strings', () => {
  expect(argument('[playground::SLIDER(')).toEqual(['SLIDER', 13, 0, '']);
  expect(argument('[playground::SLIDER(0.5, 1')).toEqual(['SLIDER', 13, 1, '1']);
  expect(argument('[playground::CALL_INDIRECT("a, b", 1')).toEqual(['CALL_INDIRECT', 13, 1, '1']);
  expect(argument('[playground::CALL_SIZE_OF("out')).toEqual(['CALL::SIZE_OF', 13, 0, '"out']);
});

it('the arguments of an attribute end at the parenthesis, and ignore the arguments of other attributes', () => {
  expect(argument('[playground::SLIDER(0.5)')).toBeUndefined();
  expect(argument('[numthreads(8, ')).toBeUndefined();
  expect(argument('[playground::NOTHING(8, ')).toBeUndefined();
  expect(argument('// [playground::SLIDER(')).toBeUndefined();
});

it('finds the attribute at a position in a line', () => {
  const line = '[playground::CALL::ONCE] [playground::TIME]';
  const found = (at: number) => {
    const written = writtenAttribute(line, at);
    return written && [written.attribute.name, line.slice(written.from, written.to)];
  };
  expect(found(20)).toEqual(['CALL::ONCE', 'playground::CALL::ONCE']);
  expect(found(30)).toEqual(['TIME', 'playground::TIME']);
  expect(found(24)).toBeUndefined();
});
