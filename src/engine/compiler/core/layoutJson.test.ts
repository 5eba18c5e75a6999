import { describe, expect, it } from 'vitest';
import { readLayoutJson } from './layout.ts';

/** A layout that has `JSON.parse` read this text, as the binary does. */
const layoutOf = (text: string) => ({ toJsonObject: () => JSON.parse(text) as unknown });

describe('reading the layout', () => {
  it('leaves JSON.parse as it was, even when the binary throws', () => {
    const { parse } = JSON;
    const broken = {
      toJsonObject() {
        throw new Error('broken');
      },
    };
    expect(() => readLayoutJson(broken)).toThrow('broken');
    expect(JSON.parse).toBe(parse);
  });

  it('names infinite floats, which JSON has no number for', () => {
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
