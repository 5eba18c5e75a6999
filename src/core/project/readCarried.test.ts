import { crc32, deflateSync } from 'node:zlib';
import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import { describe, expect, it } from 'vitest';
import { PROJECT_KEYWORD } from '#tools/capture/projectText.ts';
import { createDiskPage } from '../../../tests/support/diskPage.ts';
import { createRandom } from '../../../tests/support/random.ts';

import { type Carried, KEYWORD, MAX_CARRIED, readCarried } from './readCarried.ts';

const PACKED = deflateSync('{"version":1}'.repeat(30)).toString('base64url');
const PROJECT: Carried = { kind: 'project', packed: PACKED };
const NOTHING: Carried = { kind: 'nothing' };
const spoiled = (why: string): Carried => ({ kind: 'spoiled', why });
const TOO_LARGE = spoiled('is too large: it has more than 2,000,000 characters once it is packed');
const SEVERAL = spoiled('is not the only one: the file has several different ones');

const latin1 = (text: string) => Buffer.from(text, 'latin1');

const SIGNATURE = latin1('\x89PNG\r\n\x1a\n');

function chunk(type: string, content: Buffer | string): Buffer {
  const bytes = Buffer.concat([Buffer.from(type), Buffer.from(content)]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(bytes.length - 4);
  ends.writeUInt32BE(crc32(bytes), 4);
  return Buffer.concat([ends.subarray(0, 4), bytes, ends.subarray(4)]);
}

const HEADER = chunk('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]));
const PIXELS = chunk('IDAT', deflateSync(Buffer.alloc(4)));
const END = chunk('IEND', '');

const png = (...chunks: readonly Buffer[]) =>
  Buffer.concat([SIGNATURE, HEADER, ...chunks, PIXELS, END]);

const plain = (text: string, keyword = KEYWORD) => chunk('tEXt', `${keyword}\0${text}`);

/** A chunk with the keyword, further bytes and a content. */
const keyed = (type: string, head: string, content: Buffer) =>
  chunk(type, Buffer.concat([Buffer.from(`${KEYWORD}\0${head}`), content]));

const packedText = (text: string | Buffer, method = '\0') =>
  keyed('zTXt', method, deflateSync(text));

const international = (text: string, isPacked: boolean) =>
  isPacked
    ? keyed('iTXt', '\x01\0en\0x\0', deflateSync(text))
    : keyed('iTXt', '\0\0en\0x\0', Buffer.from(text));

const read = (bytes: Uint8Array) => readCarried(new Blob([Uint8Array.from(bytes)]));

it('looks for the keyword that saved pictures contain', () => {
  expect(KEYWORD).toBe(PROJECT_KEYWORD);
});

describe('a PNG file', () => {
  it.each([
    ['plain text', png(plain(PACKED))],
    ['compressed text', png(packedText(PACKED))],
    ['UTF-8 text', png(international(PACKED, false))],
    ['compressed UTF-8 text', png(international(PACKED, true))],
    ['text after the colours', Buffer.concat([SIGNATURE, HEADER, PIXELS, plain(PACKED), END])],
    ['other tools’ texts', png(plain('x', 'Software'), plain(PACKED), plain('y', 'Title'))],
    ['the same text twice', png(plain(PACKED), international(PACKED, true))],
    ['no end', Buffer.concat([SIGNATURE, HEADER, plain(PACKED)])],
    ['broken colours', Buffer.concat([SIGNATURE, plain(PACKED), latin1('\x7f\xff\xff\xffIDAT')])],
  ])('with %s carries the project', async (_, file) => {
    expect(await read(file)).toEqual(PROJECT);
  });

  it.each([
    ['no text', png()],
    ['texts of other tools', png(plain('made by x', 'Comment'), plain('{}', 'workflow'))],
    ['a keyword with the same beginning', png(plain(PACKED, `${KEYWORD} 2`))],
    ['the keyword in another chunk', png(chunk('prVt', `${KEYWORD}\0${PACKED}`))],
    ['the text after its end', Buffer.concat([png(), plain(PACKED)])],
    ['its signature alone', SIGNATURE],
    ['a cut chunk', Buffer.concat([SIGNATURE, latin1('\xff\xff\xff\xfftEXtSla')])],
    [
      'more chunks than the limit',
      png(...new Array(20_001).fill(chunk('tEXt', 'a\0b')), plain(PACKED)),
    ],
  ])('with %s carries nothing', async (_, file) => {
    expect(await read(file)).toEqual(NOTHING);
  });

  const damaged = plain(PACKED);
  damaged[40] = (damaged[40] ?? 0) ^ 1;
  const cut = png(plain(PACKED)).subarray(0, 90);
  const unzippable = chunk('zTXt', `${KEYWORD}\0\0not packed at all`);
  const method7 = packedText(PACKED, '\x07');
  const bomb = packedText(Buffer.alloc(100_000_000, 'A'));

  it.each([
    ['with a wrong checksum', png(damaged), spoiled('is damaged: its checksum is wrong')],
    ['that is cut off', cut, spoiled('is damaged: the file ends before it does')],
    ['that is packed incorrectly', png(unzippable), spoiled('is damaged: it cannot be unpacked')],
    [
      'packed by method 7',
      png(method7),
      spoiled('is damaged: no method 7 of compression is known'),
    ],
    ['that unpacks to gigabytes', png(bomb), TOO_LARGE],
    ['of three megabytes', png(plain('A'.repeat(3_000_000))), TOO_LARGE],
    ['with one character too many', png(plain('A'.repeat(MAX_CARRIED + 1))), TOO_LARGE],
    ['beside another project', png(plain(PACKED), plain(`${PACKED}A`)), SEVERAL],
  ])('with a project %s is rejected', async (_, file, expected) => {
    expect(await read(file)).toEqual(expected);
  });

  it('is read without an exception despite any damage', async () => {
    const whole = png(plain(PACKED), packedText(PACKED), international(PACKED, true));
    const random = createRandom(1);
    const kinds = new Set<string>();
    for (let round = 0; round < 2000; round += 1) {
      const file = Buffer.from(whole);
      for (let change = random(6); change >= 0; change -= 1)
        file[random(file.length)] = random(256);
      const { kind, ...rest } = await read(
        file.subarray(0, round % 3 ? file.length : random(file.length)),
      );
      kinds.add(kind);
      // A project with a correct checksum must be the original.
      if (kind === 'project') expect(rest).toEqual({ packed: PACKED });
    }
    expect([...kinds].sort()).toEqual(['nothing', 'project', 'spoiled']);
  });
});

const FORMATS = {
  webm: () => new WebMOutputFormat(),
  'live webm': () => new WebMOutputFormat({ appendOnly: true }),
  mp4: () => new Mp4OutputFormat(),
  'mp4 with its index first': () => new Mp4OutputFormat({ fastStart: 'in-memory' }),
  'mp4 in fragments': () => new Mp4OutputFormat({ fastStart: 'fragmented' }),
} as const;

const KINDS = Object.keys(FORMATS) as (keyof typeof FORMATS)[];

async function film(kind: keyof typeof FORMATS, comment: string | null): Promise<Buffer> {
  const format = FORMATS[kind];
  const [codec, decoder] = /mp4/.test(kind)
    ? (['vp9', 'vp09.00.10.08'] as const)
    : (['vp8', 'vp8'] as const);
  const target = new BufferTarget();
  const output = new Output({ format: format(), target });
  const source = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(source, { frameRate: 30 });
  output.setMetadataTags({ title: 'A film', ...(comment !== null && { comment }), artist: PACKED });
  await output.start();
  for (let frame = 0; frame < 90; frame += 1) {
    const bytes = new Uint8Array(1000).fill(frame);
    const packet = new EncodedPacket(bytes, frame % 30 ? 'delta' : 'key', frame / 30, 1 / 30);
    const decoderConfig = { codec: decoder, codedWidth: 64, codedHeight: 48 };
    await source.add(packet, { decoderConfig });
  }
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
}

describe.each(KINDS)('a film as %s', (kind) => {
  it('carries the project in its comment', async () => {
    expect(await read(await film(kind, PACKED))).toEqual(PROJECT);
  });

  it.each([null, 'Made with another tool', 'eJ', '{"a": 1}'])(
    'carries nothing in the comment %j',
    async (comment) => {
      expect(await read(await film(kind, comment))).toEqual(NOTHING);
    },
  );

  it('is read without an exception despite any damage', async () => {
    const whole = await film(kind, PACKED);
    const random = createRandom(9);
    const at = whole.indexOf(PACKED);
    for (let round = 0; round < 400; round += 1) {
      const file = Buffer.from(whole);
      // Damage near the comment in every second round, otherwise anywhere.
      for (let change = random(4); change >= 0; change -= 1) {
        file[round % 2 ? Math.max(0, at - random(200)) : random(file.length)] = random(256);
      }
      await read(file.subarray(0, round % 3 ? file.length : random(file.length)));
    }
  });
});

const MP4_START = '\0\0\0\x10ftypmp42\0\0\0\0';

describe('any other file', () => {
  it.each([
    ['empty', Buffer.alloc(0)],
    ['a JPEG', latin1('\xff\xd8\xff\xe0\0\x10JFIF\0')],
    ['text', Buffer.from(PACKED)],
    ['endless boxes of size zero', latin1(MP4_START.padEnd(100_000, '\0'))],
    ['endless boxes of the minimum size', latin1(MP4_START + '\0\0\0\x08free'.repeat(50_000))],
    ['endless empty elements', Buffer.from(`1a45dfa380${'ec80'.repeat(50_000)}`, 'hex')],
  ])('carries nothing: %s', async (_, file) => {
    expect(await read(file)).toEqual(NOTHING);
  });

  it('that cannot be read any more is reported', async () => {
    const file = new Blob(['x']);
    file.slice = () => {
      throw new Error('NotFoundError');
    };
    const moved = spoiled('cannot be read: the file may have been moved');
    expect(await readCarried(file)).toEqual(moved);
  });
});

const TEXTS = { 'user.slang': 'main text', 'noise.slang': 'module noise;' };
const GOOD = {
  ...{ version: 1, main: 'user.slang', target: 'HLSL', entryPoint: 'draw' },
  files: Object.entries(TEXTS).map(([path, text]) => ({ path, text })),
  assets: [{ path: 'cat.png', type: 'image/png', data: 'AAAA' }],
  ...{ uniforms: { level: 0.5 }, resolution: 1, frame: null, seed: 7 },
};

const pack = (value: unknown) => deflateSync(JSON.stringify(value)).toString('base64url');

function pictureWith(packed: string, name = 'circle.png', type = 'image/png'): File {
  const content = Buffer.from(`tEXtSlang Playground\0${packed}`);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length - 4);
  sum.writeUInt32BE(crc32(content));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return new File([signature, length, content, sum], name, { type });
}

async function choose(...files: readonly File[]) {
  const page = createDiskPage();
  const found = files.map((file) => ({ path: file.name, read: async () => file, handle: null }));
  page.disk.pickFiles.mockResolvedValue(found);
  await page.session.openFiles();
  return page;
}

const AS_IMAGE = 'To use the picture itself, add it in “Images and data”.';
const AGAIN =
  'Get the original file: programs that edit or send pictures may change what is in it.';

describe('opening a picture', () => {
  it('opens a project as foreign, with its settings', async () => {
    const page = await choose(pictureWith(pack(GOOD)));
    expect(page.project()).toEqual({
      ...{ main: 'main text', files: [['noise.slang', 'module noise;']], assets: ['cat.png'] },
    });
    const opened = { foreign: true, demo: null, uri: 'https://example.test/demos/user.slang' };
    expect(page.openSource.mock.calls).toMatchObject([[opened]]);
    expect(page.store.getState()).toMatchObject({
      ...{ target: 'HLSL', entryPoint: 'draw', uniformValues: { level: 0.5 }, seed: 7 },
    });
    expect(page.state().working).toBeNull();
    expect(page.texts()).toEqual(['Opened the project in circle.png.', AS_IMAGE]);
  });

  it('opens the project without unusable images, and says so', async () => {
    const assets = [{ path: 'bad.png', type: 'image/png', data: 'AAAA' }];
    const page = await choose(pictureWith(pack({ ...GOOD, assets })));
    expect(page.project().assets).toEqual([]);
    expect(page.texts()).toEqual([
      'Opened the project in circle.png.',
      'circle.png’s image or data bad.png is empty.',
      AS_IMAGE,
    ]);
  });

  it('does not make Save overwrite the picture', async () => {
    const page = await choose(pictureWith(pack(GOOD)));
    await page.session.save();
    expect(page.downloads).toHaveLength(1);
  });

  const outside = { ...GOOD, files: [...GOOD.files, { path: '../a.slang', text: '' }] };
  const bomb = deflateSync(Buffer.alloc(200_000_000)).toString('base64url');
  const damaged = 'The project in circle.png is damaged: it is';
  const outer = /^The project in circle.png has a file "\.\.\/a\.slang", which is not opened\./;

  it.each([
    ['that is a list', pack([]), `${damaged} not a project. Ask the sender to save it again.`],
    [
      'that is garbage',
      'eJwAAAA',
      `${damaged} cut off or changed, or something follows its end. ${AGAIN}`,
    ],
    [
      'that is not base64',
      'a b<',
      `The project in circle.png cannot be read: its character 3, "<", is not a base64 character. ${AGAIN}`,
    ],
    ['that is empty', '', `The project in circle.png is empty. ${AGAIN}`],
    [
      'of a later version',
      pack({ ...GOOD, version: 2 }),
      'circle.png needs a newer version of the playground: circle.png has format 2, and this version reads 1. Reload the page to get the newest version, then open circle.png again.',
    ],
    ['with a file in a system folder', pack(outside), expect.stringMatching(outer)],
    [
      'that unpacks to gigabytes',
      bomb,
      'The project in circle.png unpacks to more than 12582912 bytes, which is the most that is opened. Ask the sender to download the project as a zip, then open that file here.',
    ],
  ])('reports a project %s, and keeps the open project', async (_, packed, reason) => {
    const page = await choose(pictureWith(packed));
    expect(page.openSource).not.toHaveBeenCalled();
    expect(page.texts()).toEqual([reason, AS_IMAGE]);
    expect(page.state().working).toBeNull();
  });

  it('reports a damaged chunk', async () => {
    const file = pictureWith(pack(GOOD));
    const page = await choose(new File([file.slice(0, -1), 'x'], 'a.png', { type: 'image/png' }));
    const reason = `The project in a.png is damaged: its checksum is wrong. ${AGAIN}`;
    expect(page.texts()).toEqual([reason, AS_IMAGE]);
  });

  it('treats a picture from another tool, or one of several files, like any file', async () => {
    const other = await choose(new File(['x'], 'cat.png'));
    expect(other.texts()).toEqual([expect.stringMatching(/^cat\.png has no source file/)]);
    const page = await choose(pictureWith(pack(GOOD)), new File(['// text'], 'main.slang'));
    expect(page.project()).toMatchObject({ main: '// text' });
  });

  it('is cancelled if something else is opened meanwhile', async () => {
    const page = createDiskPage();
    const file = pictureWith(pack(GOOD));
    const opening = page.session.openCarried(file, { kind: 'project', packed: pack(GOOD) });
    const newer = new File(['newer'], 'b.slang');
    page.disk.pickFiles.mockResolvedValue([
      { path: newer.name, read: async () => newer, handle: null },
    ]);
    await Promise.all([opening, page.session.openFiles()]);
    expect(page.project()).toEqual({ main: 'newer', files: [], assets: [] });
    expect(page.texts()).toBeNull();
  });
});
