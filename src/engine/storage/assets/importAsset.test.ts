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
  decode = async () => {};
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
    const asset = { path: 'a.bin', type: 'application/octet-stream', size: 3, hash };
    expect(imported).toEqual({ ok: true, value: { asset, notKept: null } });
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

  const pixels = (size: string) =>
    `It has ${size} pixels; at most 16384 on a side and 64 million in all can be used. Scale it down.`;
  const needs = (name: string) =>
    `It needs "${name}", but an image cannot load other files. Embed the file in the drawing.`;
  const NO_LIST = 'It is not a list of numbers, such as [0.5, 1, 2] or [[0, 0], [1, 2]].';
  const NO_IMAGE = 'It does not begin like a PNG, JPEG, WebP or AVIF image. Export it again.';
  const NO_SIZE = 'It has no size. Give its svg element a width and a height in pixels.';
  const ENTITIES = 'It defines entities, which can grow without end. Export it as plain SVG.';

  it.each<[string, BlobPart, string]>([
    ['a.json', '{}', NO_LIST],
    ['a.json', '[]', 'It has no numbers. Save the data again.'],
    ['a.png', 'no image', NO_IMAGE],
    ['a.png', png(0, 4), 'It has 0 × 4 pixels: there is nothing to show.'],
    ['a.png', png(50_000, 50_000), pixels('50000 × 50000')],
    ['a.svg', svg(''), NO_SIZE],
    ['a.svg', svg('width="1e9" height="4"'), pixels('1000000000 × 4')],
    ['a.svg', svg('width="9999in" height="4"'), pixels('959904 × 4')],
    ['a.svg', `<!DOCTYPE svg [<!ENTITY a "aa">]>${svg(SIZED, '&a;')}`, ENTITIES],
    ['a.svg', svg(SIZED, '<image href="https://a.test/b.png"/>'), needs('https://a.test/b.png')],
    ['a.svg', svg(SIZED, '<style>rect { fill: url("a.png") }</style>'), needs('a.png')],
  ])('rejects %s before decoding it: %#', async (path, content, reason) => {
    const error = `${path} cannot be used. ${reason}`;
    expect(await load(path, content)).toEqual({ ok: false, error });
    expect(decode).not.toHaveBeenCalled();
  });

  it('rejects an empty file, and one that no shader can read', async () => {
    const empty = 'a.bin is empty. Choose another file.';
    expect(await load('a.bin', '')).toEqual({ ok: false, error: empty });
    const error =
      'a.txt is not a file that a shader can read. A project takes images as PNG, JPEG, WebP, AVIF or SVG, data as .bin, .npy or .json, and meshes as .obj or .glb.';
    expect(await load('a.txt', 'text')).toEqual({ ok: false, error });
  });

  it('rejects 100 MB before reading them', async () => {
    const arrayBuffer = vi.fn();
    const content = { size: 100 * 2 ** 20, arrayBuffer } as unknown as Blob;
    const error =
      'a.png has 105 MB, but an image or data file has at most 33.6 MB. Make it smaller, or name its address on the web.';
    const imported = await importAsset({ path: 'a.png', content }, [], store);
    expect(imported).toEqual({ ok: false, error });
    expect(arrayBuffer).not.toHaveBeenCalled();
  });

  it('rejects a file that exceeds the total limit', async () => {
    const other = { path: 'b.bin', type: '', size: 100 * 2 ** 20, hash: '' };
    const error =
      'a.bin has 4 bytes, and the others have 105 MB: all images and data of a project have at most 105 MB. Delete some of them first.';
    expect(await load('a.bin', 'abcd', [other])).toEqual({ ok: false, error });
  });

  it('rejects a file that the browser cannot decode', async () => {
    decode.mockRejectedValueOnce(new DOMException('The source image could not be decoded.'));
    const error =
      'a.png cannot be used. The browser cannot decode it: the file is damaged, or not what its name says.';
    expect(await load('a.png', png(2, 1))).toEqual({ ok: false, error });
  });

  it('rejects a file if the page cannot compute its hash', async () => {
    vi.stubGlobal('crypto', {});
    const error = 'a.bin needs a secure connection. Open this page over https or from localhost.';
    expect(await load('a.bin', 'abcd')).toEqual({ ok: false, error });
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

  it('that multiplies its elements is rejected immediately', async () => {
    /** Each level copies the previous one ten times. */
    const levels = Array.from({ length: 8 }, (_, level) => {
      const copies = `<use href="#l${level}"/>`.repeat(10);
      return `<g id="l${level + 1}">${copies}</g>`;
    });
    const bomb = svg(SIZED, `<rect id="l0"/>${levels.join('')}`);
    expect(await load('a.svg', bomb)).toMatchObject({
      error: expect.stringContaining('It has more than 100,000 elements, with all copies'),
    });
  });

  it('that copies itself is accepted, because such copies are not drawn', async () => {
    const selves = '<g id="a"><use href="#a"/><use href="#b"/></g><g id="b"><use href="#a"/></g>';
    expect(await load('a.svg', svg(SIZED, selves))).toHaveProperty('ok', true);
  });
});
