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
import { createRandom } from '../../../../tests/support/random.ts';
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
