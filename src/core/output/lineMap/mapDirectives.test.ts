import { describe, expect, it } from 'vitest';
import type { KnownTexts, SourceTexts } from './lineMap.ts';
import { mapDirectives } from './mapDirectives.ts';

const USER = `uniform float size;

float ring(float2 place)
{
    let radius = length(place);
    return radius * size;
}

void draw(uint2 pixel)
{
    let color = ring(float2(pixel));
}
`;

const RENDERING = `module rendering;

public void drawPixel(uint2 position, float color)
{
    outputTexture.Store(position, color);
}
`;

function texts(sources: SourceTexts = { '/user.slang': USER }): KnownTexts {
  return { sources, libraries: { rendering: RENDERING } };
}

/** Maps code, and prints each line that has an origin, such as `return x_0; <- user.slang:6`. */
function map(code: string, known = texts()): string[] {
  const { files, origins } = mapDirectives(code, known);
  return code.split('\n').flatMap((text, index) => {
    const origin = origins[index];
    const file = origin && files[origin.file];
    if (!file) return [];
    const name = file.kind === 'project' ? file.path : `${file.kind} ${file.name}`;
    const line = origin.kind === 'line' ? `${origin.line}` : `${origin.from}-${origin.to}`;
    return [`${text.trim()} <- ${name}:${line}`];
  });
}

describe('mapping lines with directives', () => {
  it('distinguishes files in folders and files named like a module', () => {
    const sources = {
      '/main.slang': USER,
      '/lib/helper.slang': 'float helper(float h) { return h; }\n',
      '/rendering.slang': 'float own(float o) { return o; }\n',
    };
    const code = `#line 1 "lib/helper.slang"
float helper_0(float h_0)
#line 1 "rendering.slang"
float own_0(float o_0)
#line 3 "/rendering.slang"
void drawPixel_0(uint2 position_0, float color_0)`;
    expect(map(code, texts(sources))).toEqual([
      'float helper_0(float h_0) <- /lib/helper.slang:1',
      'float own_0(float o_0) <- /rendering.slang:1',
      'void drawPixel_0(uint2 position_0, float color_0) <- library rendering:3',
    ]);
  });

  it.each([
    ['names', '"user.slang"', '"foo.slang"'],
    ['indexes', '0', '1'],
  ])('finds the real lines despite the user’s own directives, by %s', (_, user, foo) => {
    const source = `float early(float a) { return a * 3.25; }
#line 100 "foo.slang"
float late(float b)
{
    return b * 4.5;
}
#line 5
float later(float c) { return c * 8.5; }
#line default
float last(float d) { return d * 9.5; }
`;
    const code = `#line 100 ${foo}
float late_0(float b_0)
{
    return b_0 * 4.5f;
}
#line 5
float later_0(float c_0)
{
#line 5
    return c_0 * 8.5f;
}
#line 1 ${user}
float early_0(float a_0)
{
#line 1
    return a_0 * 3.25f;
}
#line 10
float last_0(float d_0)`;
    expect(map(code, texts({ '/user.slang': source }))).toEqual([
      'float late_0(float b_0) <- /user.slang:3',
      'return b_0 * 4.5f; <- /user.slang:5',
      'float later_0(float c_0) <- /user.slang:8',
      'return c_0 * 8.5f; <- /user.slang:8',
      'float early_0(float a_0) <- /user.slang:1',
      'return a_0 * 3.25f; <- /user.slang:1',
      'float last_0(float d_0) <- /user.slang:10',
    ]);
  });

  it('maps no braces, no else, and no lines past the end of the file', () => {
    expect(map('#line 3 "user.slang"\n{\n}\nelse\n};\n#line 900\n    gone_0();')).toEqual([]);
  });
});

it('finds functions, but maps no line, in code without directives', () => {
  const code = 'float ring_0()\n{\n    return 1.0f;\n}';
  expect(mapDirectives(code, texts())).toEqual({
    ...{ files: [], origins: [null, null, null, null] },
    functions: [{ name: 'ring', from: 1, to: 4 }],
  });
  expect(mapDirectives('', texts())).toEqual({ files: [], origins: [null], functions: [] });
});

it('handles a megabyte of damaged directives', () => {
  const damaged = '#line "user.slang" x\n#line 99999999999999999999 "user.slang"\n{\n';
  const { origins: all } = mapDirectives(damaged.repeat(14_000), texts());
  expect(all.every((origin) => origin === null)).toBe(true);
});
