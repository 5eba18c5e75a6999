import { expect, test } from 'vitest';
import { fc } from '../../../../tests/support/property.ts';
import { anySlangText } from '../../../../tests/support/slangTexts.ts';
import { instrumentSource } from './instrumentSource.ts';

/** Whether a text is the other one without some of its characters. */
function isWithin(part: string, whole: string): boolean {
  let found = 0;
  for (let at = 0; at < whole.length; at += 1) if (whole[at] === part[found]) found += 1;
  return found === part.length;
}

test('instruments any text, keeps its lines, and names places in it', () => {
  fc.assert(
    fc.property(anySlangText, (source) => {
      const { text, sites, variables, functions, unseen } = instrumentSource(source);
      const [before, after] = [source.split('\n'), text.split('\n')];
      expect(after[before.length]).toMatch(/^import playground; import trace\d*_code;$/);
      if (sites.every(({ event }) => event.kind !== 'store')) {
        expect(before.filter((line, index) => !isWithin(line, after[index] ?? ''))).toEqual([]);
      }
      for (const [index, { id, line, from, function: inside }] of sites.entries()) {
        expect(id).toBe(index);
        expect(line).toBe(source.slice(0, from).split('\n').length);
        expect(functions[inside]).toBeDefined();
      }
      for (const { from, to } of [...sites, ...unseen, ...functions]) {
        expect(to).toBeGreaterThanOrEqual(from);
        expect(to).toBeLessThanOrEqual(source.length);
      }
      for (const { name, function: inside } of variables) {
        expect(name).not.toBe('');
        expect(functions[inside]).toBeDefined();
      }
    }),
  );
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
  expect(text.split('\n')[source.split('\n').length]).toMatch(
    /^import playground; import trace\d*_code;$/,
  );
});
