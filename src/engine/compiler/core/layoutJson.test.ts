import { describe, expect, it } from 'vitest';
import { readLayoutJson } from './layout.ts';

/** A layout that calls `JSON.parse` on this text, like the binary. */
const layoutOf = (text: string) => ({ toJsonObject: () => JSON.parse(text) as unknown });

describe('reading the layout', () => {
  it('restores JSON.parse, even if the binary throws', () => {
    const { parse } = JSON;
    const broken = {
      toJsonObject() {
        throw new Error('broken');
      },
    };
    expect(() => readLayoutJson(broken)).toThrow('broken');
    expect(JSON.parse).toBe(parse);
  });

  it('reads infinite floats, which JSON cannot express, as their names', () => {
    expect(readLayoutJson(layoutOf('{ "arguments": [1.5, inf, -inf], "inf": "-inf" }'))).toEqual({
      arguments: [1.5, 'inf', '-inf'],
      inf: '-inf',
    });
  });

  it.each([
    [String.raw`it\'s`, "it's"],
    [String.raw`a\nb\tc\"d\\e`, 'a\nb\tc"d\\e'],
    [String.raw`\a\v\0x`, '\x07\v\0x'],
    [String.raw`caf\303\251 \360\237\230\200`, 'café 😀'],
    ['plain', 'plain'],
  ])('reads the C string %s', (written, text) => {
    expect(readLayoutJson(layoutOf(`{ "strings": { "${written}": -7 } }`))).toEqual({
      strings: { [text]: -7 },
    });
  });
});
