import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { encodePng } from '../../../../scripts/generate/png.ts';
import { createMemoryStore } from '../../../../tests/support/assets.ts';
import { importAsset } from './importAsset.ts';

const store = createMemoryStore();
const load = (path: string, content: BlobPart, beside: Parameters<typeof importAsset>[1] = []) =>
  importAsset({ path, content: new Blob([content]) }, beside, store);
const decode = vi.fn(async () => ({ width: 2, height: 1, close() {} }));

/** Node has no DOM elements. */
class FakeImage {
  src = '';
  async decode() {}
}

beforeEach(() => {
  vi.stubGlobal('createImageBitmap', decode);
  vi.stubGlobal('Image', FakeImage);
});
afterEach(() => {
  vi.unstubAllGlobals();
  decode.mockClear();
});

const png = (width: number, height: number) => {
  const file = Uint8Array.from(encodePng({ width: 2, height: 1, data: new Uint8Array(6) }));
  const view = new DataView(file.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return file;
};

const svg = (attributes: string, content = '<rect width="4" height="4"/>') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`;
const SIZED = 'width="8" height="8"';

describe('importing an image or data file', () => {
  it('stores the file under its SHA-256', async () => {
    const imported = await load('a.bin', Uint8Array.from([1, 2, 3]));
    const hash = '039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81';
    expect(imported).toEqual({
      ok: true,
      value: {
        asset: { path: 'a.bin', type: 'application/octet-stream', size: 3, hash },
        notKept: null,
      },
    });
    expect(await store.get(hash)).toEqual(Uint8Array.from([1, 2, 3]).buffer);
  });

  it('keeps the file for the session if the browser does not store it', async () => {
    const refusing = { ...store, put: async () => ({ ok: false, error: 'Full.' }) as const };
    const content = new Blob([png(2, 1)]);
    expect(await importAsset({ path: 'a.png', content }, [], refusing)).toMatchObject({
      ok: true,
      value: { asset: { path: 'a.png', type: 'image/png' }, notKept: 'Full.' },
    });
  });

  it.each<[string, BlobPart, string]>([
    [
      'a.txt',
      'text',
      'a.txt is not a file that a shader can read. A project takes images as PNG, JPEG, WebP, AVIF or SVG, and data as .bin, .npy or .json.',
    ],
    ['a.bin', '', 'a.bin is empty. Choose another file.'],
    [
      'a.json',
      '{}',
      'a.json cannot be used. It is not a list of numbers, such as [0.5, 1, 2] or [[0, 0], [1, 2]].',
    ],
    ['a.json', '[]', 'a.json cannot be used. It has no numbers. Save the data again.'],
    [
      'a.png',
      'no image',
      'a.png cannot be used. It does not begin like a PNG, JPEG, WebP or AVIF image. Export it again.',
    ],
    ['a.png', png(0, 4), 'a.png cannot be used. It has 0 × 4 pixels: there is nothing to show.'],
    [
      'a.png',
      png(50_000, 50_000),
      'a.png cannot be used. It has 50000 × 50000 pixels; at most 16384 on a side and 64 million in all can be used. Scale it down.',
    ],
    [
      'a.svg',
      svg(''),
      'a.svg cannot be used. It has no size. Give its svg element a width and a height in pixels.',
    ],
    [
      'a.svg',
      svg('width="1e9" height="4"'),
      'a.svg cannot be used. It has 1000000000 × 4 pixels; at most 16384 on a side and 64 million in all can be used. Scale it down.',
    ],
    [
      'a.svg',
      svg('width="9999in" height="4"'),
      'a.svg cannot be used. It has 959904 × 4 pixels; at most 16384 on a side and 64 million in all can be used. Scale it down.',
    ],
    [
      'a.svg',
      `<!DOCTYPE svg [<!ENTITY a "aa">]>${svg(SIZED, '&a;')}`,
      'a.svg cannot be used. It defines entities, which can grow without end. Export it as plain SVG.',
    ],
    [
      'a.svg',
      svg(SIZED, '<image href="https://example.test/a.png"/>'),
      'a.svg cannot be used. It needs "https://example.test/a.png", but an image cannot load other files. Embed the file in the drawing.',
    ],
    [
      'a.svg',
      svg(SIZED, '<style>rect { fill: url("a.png") }</style>'),
      'a.svg cannot be used. It needs "a.png", but an image cannot load other files. Embed the file in the drawing.',
    ],
  ])('rejects %s before decoding it: %#', async (path, content, error) => {
    expect(await load(path, content)).toEqual({ ok: false, error });
    expect(decode).not.toHaveBeenCalled();
  });

  it('rejects 100 MB before reading them', async () => {
    const arrayBuffer = vi.fn();
    const content = { size: 100 * 2 ** 20, arrayBuffer } as unknown as Blob;
    expect(await importAsset({ path: 'a.png', content }, [], store)).toEqual({
      ok: false,
      error:
        'a.png has 105 MB, but an image or data file has at most 33.6 MB. Make it smaller, or name its address on the web.',
    });
    expect(arrayBuffer).not.toHaveBeenCalled();
  });

  it('rejects a file that exceeds the total limit', async () => {
    const other = { path: 'b.bin', type: '', size: 100 * 2 ** 20, hash: '' };
    expect(await load('a.bin', 'abcd', [other])).toEqual({
      ok: false,
      error:
        'a.bin has 4 bytes, and the others have 105 MB: all images and data of a project have at most 105 MB. Delete some of them first.',
    });
  });

  it('rejects a file that the browser cannot decode', async () => {
    decode.mockRejectedValueOnce(new DOMException('The source image could not be decoded.'));
    expect(await load('a.png', png(2, 1))).toEqual({
      ok: false,
      error:
        'a.png cannot be used. The browser cannot decode it: the file is damaged, or not what its name says.',
    });
  });

  it('rejects a file if the page cannot compute its hash', async () => {
    vi.stubGlobal('crypto', {});
    expect(await load('a.bin', 'abcd')).toEqual({
      ok: false,
      error: 'a.bin needs a secure connection. Open this page over https or from localhost.',
    });
  });
});

describe('a drawing', () => {
  it.each([
    ['viewBox="0 0 80 40"', 'width="80" height="40" viewBox="0 0 80 40"'],
    [`width='100%' viewBox="0,0,8.5,4"`, 'width="8.5" height="4" viewBox="0,0,8.5,4"'],
    ['width="8px" height="4"', 'width="8px" height="4"'],
  ])('with %s is stored with %s', async (given, kept) => {
    const drawing = (size: string) => `<?xml version="1.0"?><svg ${size}><rect/></svg>`;
    const imported = await load('a.svg', drawing(given));
    const content = imported.ok ? await store.get(imported.value.asset.hash) : null;
    expect(new TextDecoder().decode(content ?? undefined)).toBe(drawing(kept));
  });

  /** Each level copies the previous one ten times. */
  const levels = Array.from({ length: 8 }, (_, level) => {
    const copies = `<use href="#l${level}"/>`.repeat(10);
    return `<g id="l${level + 1}">${copies}</g>`;
  });

  it('that multiplies its elements is rejected immediately', async () => {
    const bomb = svg(SIZED, `<rect id="l0"/>${levels.join('')}`);
    expect(await load('a.svg', bomb)).toMatchObject({
      error: expect.stringContaining('It has more than 100,000 elements, with all copies'),
    });
  });

  it('that copies itself is accepted, because such copies are not drawn', async () => {
    const selves = '<g id="a"><use href="#a"/><use href="#b"/></g><g id="b"><use href="#a"/></g>';
    expect(await load('a.svg', svg(SIZED, selves))).toHaveProperty('ok', true);
  });

  it('that is nested too deeply is rejected', async () => {
    const nested = '<g id="a">'.repeat(100_000);
    expect(await load('a.svg', svg(SIZED, nested))).toHaveProperty('ok', false);
  });

  it.each(['<!--', '<![CDATA[', '<use ', '<use href="', 'url('])(
    'with %s a hundred thousand times is checked quickly',
    async (piece) => {
      const imported = await load('a.svg', svg(SIZED, piece.repeat(100_000)));
      if (!imported.ok) expect(imported.error.length).toBeLessThan(300);
    },
  );
});
