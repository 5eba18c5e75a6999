import { describe, expect, it } from 'vitest';
import { checkDrawingBytes, readDrawing } from './drawing.ts';

const svg = (content: string, size = 'width="8" height="8"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`;

/** Reads a drawing. `longest` is the duration of the longest slice in milliseconds. */
function read(text: string) {
  const work = readDrawing(text);
  let longest = 0;
  for (;;) {
    const began = performance.now();
    const { done, value } = work.next();
    longest = Math.max(longest, performance.now() - began);
    if (done) return { result: value, longest };
  }
}

describe('a drawing', () => {
  it.each([
    ['<image href=" https://example.test/a.png "/>', 'https://example.test/a.png'],
    ["<svg:use xlink:href = 'parts.svg#a'/>", 'parts.svg#a'],
    ['<g title="a > b"><feImage xlink:href="b.png"/></g>', 'b.png'],
    ['<style>rect { fill: URL( a.png ) }</style>', 'a.png'],
    ['<style>@import  "sheet.css";</style>', 'sheet.css'],
    ['<style>@import url(sheet.css);</style>', 'sheet.css'],
  ])('that needs another file is rejected with the file’s name: %s', (content, name) => {
    expect(read(svg(content)).result).toEqual({
      ok: false,
      error: `It needs "${name}", but an image cannot load other files. Embed the file in the drawing.`,
    });
  });

  it.each([
    '<!-- <image href="a.png"/> -->',
    '<![CDATA[ <use href="a.png"/> ]]>',
    '<use href="#part"/><rect fill="url( #paint )"/>',
    '<image href="data:image/png;base64,AAAA"/><style>@import;</style>',
    '<a href="https://example.test/">link</a>',
  ])('that needs no other file is accepted: %s', (content) => {
    expect(read(svg(content)).result.ok).toBe(true);
  });

  it('gets the size of its view box instead of a relative size', () => {
    const text = svg('<rect/>', `width = '100%' viewBox="0 0 8.5 4" height="" id='a>b'`);
    const sized = `<svg width="8.5" height="4" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8.5 4" id='a>b'><rect/></svg>`;
    const value = { text: sized, size: { width: 8.5, height: 4 } };
    expect(read(text).result).toEqual({ ok: true, value });
  });

  it('without a size is rejected', () => {
    const error = 'It has no size. Give its svg element a width and a height in pixels.';
    const huge = 'width="1e200" height="1e200"';
    for (const size of ['width="0" height="8"', 'width="8"', huge, 'viewBox="0 0 Infinity 8"']) {
      expect(read(svg('<rect/>', size)).result).toEqual({ ok: false, error });
    }
  });

  it('with chained copies that would overflow the stack is rejected', () => {
    const link = (_: unknown, at: number) => `<g id="${at}"><use href="#${at + 1}"/></g>`;
    const chain = Array.from({ length: 50_000 }, link).join('');
    expect(read(svg(chain)).result).toMatchObject({
      error: expect.stringContaining('nested too deeply'),
    });
  });

  it('is rejected beyond 4 MB', () => {
    expect(checkDrawingBytes(4_000_000).ok).toBe(true);
    expect(checkDrawingBytes(5_000_000)).toEqual({
      ok: false,
      error: 'It has 5 MB; a drawing has at most 4 MB. Simplify it, or export it as PNG.',
    });
  });

  const COPIES = '<use href="#a"/>'.repeat(60_000);
  it.each([
    ['url( and spaces', `url(${' '.repeat(300_000)}`],
    ['many url( and spaces', 'url(   '.repeat(150_000)],
    ['many references to parts', 'url(#a'.repeat(170_000)],
    ['@import and spaces', `@import${' '.repeat(1_000_000)}`],
    ['tags that never end', '<use '.repeat(200_000)],
    ['attributes that never end', `<use ${'href="#a '.repeat(100_000)}`],
    ['names that never end', `<rect ${'a'.repeat(1_000_000)}`],
    ['attributes without end', `<rect${' a'.repeat(500_000)}`],
    ['spaces before an equals sign', `<rect ${`a${' '.repeat(1000)}`.repeat(1000)}`],
    ['sections that never end', '<![CDATA['.repeat(100_000)],
    ['comments that never end', '<!--'.repeat(250_000)],
    ['declarations that never end', '<!D'.repeat(300_000)],
    ['nested elements with ids', '<g id="a">'.repeat(100_000)],
    ['nested parts with many copies', '<g id="a"><use href="#b"/>'.repeat(255) + COPIES],
    ['spaces after a number', ''],
  ])('with %s is read in short slices', (_, content) => {
    const size = content === '' ? `width="5${' '.repeat(1_000_000)}" height="4"` : undefined;
    const { result, longest } = read(svg(content, size));
    if (!result.ok) expect(result.error.length).toBeLessThan(300);
    // Linear work takes a few milliseconds; quadratic work would take minutes.
    expect(longest).toBeLessThan(500);
  });
});
