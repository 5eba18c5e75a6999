import { describe, expect, it } from 'vitest';
import { noCodeText, somewhereText } from './originText.ts';

const main = { name: 'main', from: 1, to: 3 };
const time = { kind: 'declaration', name: 'time', isConstant: false } as const;
const limit = { kind: 'declaration', name: 'LIMIT', isConstant: true } as const;
const header = { kind: 'header', function: main } as const;

describe('the reason why no code comes from a line', () => {
  const reason = (...args: Parameters<typeof noCodeText>) =>
    noCodeText(...args)?.replace('No target code comes from this line: ', '');

  it('is specific to the kind of line', () => {
    expect(reason({ kind: 'import' }, false)).toBe('it only says which modules belong together.');
    expect(reason({ kind: 'attributes', arePlaygrounds: true }, false)).toBe(
      'its attributes are for the playground.',
    );
    expect(reason({ kind: 'attributes', arePlaygrounds: false }, false)).toBe(
      'this output needs no code for its attributes.',
    );
    expect(reason({ kind: 'enum' }, false)).toBe(
      'the values of an enumeration are plain numbers in the code.',
    );
    expect(reason(time, false)).toBe('nothing in this output uses “time”.');
    expect(reason(limit, false)).toBe('the compiler writes the value of “LIMIT” where it’s used.');
  });

  it('is null while the code contains what the line declares', () => {
    expect(noCodeText(time, true)).toBeNull();
    expect(noCodeText(limit, true)).toBeNull();
    expect(noCodeText(header, true)).toBeNull();
    expect(noCodeText({ kind: 'other' }, false)).toBeNull();
  });
});

it('says where a line’s code may be', () => {
  expect(somewhereText(header)).toBe(
    'That line is part of the header of “main”, whose code begins here.',
  );
  expect(somewhereText(time)).toBe(
    'It isn’t certain which code comes from that line. “time” is named here first.',
  );
  expect(somewhereText({ kind: 'other' })).toBeNull();
});
