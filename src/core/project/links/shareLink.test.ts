import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fail, ok } from '#core/util/result.ts';
import { createRandom } from '../../../../tests/support/random.ts';
import {
  buildShareLink,
  decodeSource,
  encodeSource,
  MAX_LINK_LENGTH,
  MAX_SHARED_BYTES,
} from './shareLink.ts';

const SHADER = '// Ünïcode ⇒ 🌀\nimport playground;\n\tfloat4 a;\n'.repeat(40);

const packed = (text: string, level = 6) => deflateSync(text, { level }).toString('base64url');

/** Generates text that deflate hardly compresses. */
function noise(length: number): string {
  const random = createRandom(1);
  return Array.from({ length }, () => String.fromCharCode(32 + random(95))).join('');
}

const PACKERS = [
  ['the zlib format', deflateSync],
  ['gzip', gzipSync],
  ['deflate without a header', deflateRawSync],
] as const;

describe('the code of a link', () => {
  it.each([
    ['a shader', SHADER],
    ['an empty text', ''],
    ['a line break at the end', 'a\n'],
    ['a NUL', 'a\0b'],
    ['a million characters that hardly compress', noise(1_000_000)],
    ['the longest text that a link can carry', 'é'.repeat(MAX_SHARED_BYTES / 2)],
  ])('restores %s', async (_, text) => {
    const code = await encodeSource(text);
    expect(code).toEqual(ok(expect.stringMatching(/^[\w-]+$/)));
    const decoded = await decodeSource(code.ok ? code.value : '');
    expect(decoded.ok && decoded.value === text).toBe(true);
  });

  it('may come from another tool with zlib at any level', async () => {
    for (const level of [0, 1, 9])
      expect(await decodeSource(packed(SHADER, level))).toEqual(ok(SHADER));
  });

  const wrap = (text: string, by: string) => text.replaceAll(/.{60}/g, `$&${by}`);

  it.each(['', '\n', '\r\n'])(
    'may use the standard alphabet, with padding, and with spaces in place of +, wrapped by %j',
    async (by) => {
      const standard = deflateSync(noise(299)).toString('base64');
      expect(standard).toMatch(/\+.*=$/);
      for (const code of [standard, standard.replaceAll('+', ' '), standard.replace(/=+$/, '')])
        expect(await decodeSource(wrap(code, by))).toEqual(ok(noise(299)));
    },
  );

  it.each(PACKERS)(
    'may use %s, wrapped by any white space, as in mail and chat',
    async (_, pack) => {
      const text = `${SHADER}${noise(3000)}`;
      expect(await decodeSource(pack(text).toString('base64url'))).toEqual(ok(text));
      expect(await decodeSource(pack(SHADER, { level: 0 }).toString('base64'))).toEqual(ok(SHADER));
      for (const by of ['\n', '\r\n', ' ', '\t', '\u00a0', '\n  ']) {
        const code = wrap(pack(noise(400)).toString('base64url'), by);
        expect(await decodeSource(` ${code}\n`)).toEqual(ok(noise(400)));
      }
    },
  );

  const good = packed(SHADER);
  const zlib = Buffer.from(good, 'base64url');
  const [gzip, raw, more] = [gzipSync(SHADER), deflateRawSync(SHADER), Buffer.from('more')];
  const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
  const changed = Buffer.from(zlib.map((byte, index) => (index === 30 ? byte ^ 0x55 : byte)));
  const damaged = 'is damaged: it is cut off or changed, or something follows its end';
  const notPacked = 'cannot be unpacked: it does not begin like packed text';
  const unread = (place: string) => `cannot be read: its ${place}, is not a base64 character`;

  it.each([
    ['empty', '', 'is empty'],
    ['only white space', ' \n', 'is empty'],
    ['cut to half', half(zlib), damaged],
    ['cut before its end', zlib.subarray(0, -3), damaged],
    ['cut after its header', zlib.subarray(0, 2), damaged],
    ['changed in a byte', changed, damaged],
    [
      'changed in its checksum',
      `${good.slice(0, -3)}${good.endsWith('AAA') ? 'BBB' : 'AAA'}`,
      damaged,
    ],
    ['followed by something else', Buffer.concat([zlib, more]), damaged],
    ['followed by another text', Buffer.concat([zlib, deflateSync('more')]), damaged],
    ['cut to half, without a header', half(raw), notPacked],
    ['cut to half, as gzip', half(gzip), damaged],
    ['gzip followed by something else', Buffer.concat([gzip, more]), damaged],
    ['a text that was not packed', Buffer.from(SHADER), notPacked],
    ['one character', 'e', 'cannot be read: its length is wrong: a character is missing or extra'],
    ['garbage', 'eJw<script>', unread('character 4, "<"')],
    ['a percent sign', 'eJw%zz', unread('character 4, "%"')],
    ['padding in the middle', 'eJ==w', unread('character 3, "="')],
    ['an emoji', 'eJw🌀', unread('character 4, "🌀"')],
  ])('that is %s is rejected with the reason', async (_, code, reason) => {
    const text = typeof code === 'string' ? code : code.toString('base64url');
    const advice = 'Copy the whole link once more, from its first character to its last.';
    expect(await decodeSource(text)).toEqual(fail(`The code in the link ${reason}. ${advice}`));
  });

  it.each([
    ['bytes that are not UTF-8', Buffer.from([0x61, 0xff, 0xfe])],
    ['half a character', Buffer.from('é').subarray(0, 1)],
  ])('that unpacks to %s is rejected', async (_, content) => {
    const error =
      'The code in the link is not text: what it unpacks to is not UTF-8. Ask for a new link.';
    expect(await decodeSource(deflateSync(content).toString('base64url'))).toEqual(fail(error));
  });

  it('is not unpacked beyond 4 MB', async () => {
    const error =
      'The code in the link unpacks to more than 4194304 bytes, which is the most that is opened. Ask the sender to save the source as a file, then paste it here.';
    const bombs = PACKERS.map(([, pack]) =>
      pack(Buffer.alloc(100_000_000), { level: 9 }).toString('base64url'),
    );
    const before = process.memoryUsage().arrayBuffers;
    for (const bomb of bombs) expect(await decodeSource(bomb)).toEqual(fail(error));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
    expect(await decodeSource(packed('x'.repeat(MAX_SHARED_BYTES + 1)))).toEqual(fail(error));
  });
});

describe('a share link', () => {
  const PAGE = new URL('https://example.test/some/folder/?demo=circle&host=1#part');

  it('carries target and code in the query', async () => {
    const code = await encodeSource(SHADER);
    const query = `host=1&target=HLSL&code=${code.ok && code.value}`;
    const link = `https://example.test/some/folder/?${query}`;
    expect(await buildShareLink(PAGE, 'HLSL', SHADER)).toEqual(ok(link));
  });

  it('is rejected for a source that does not fit into a link', async () => {
    const error =
      'The source has 4194305 bytes, but a link can carry at most 4194304. Use “Save” in the menu “Project”, and share that file instead.';
    const tooLong = 'x'.repeat(MAX_SHARED_BYTES + 1);
    expect(await buildShareLink(PAGE, 'WGSL', tooLong)).toEqual(fail(error));
    const tooMuch = expect.stringContaining(`but browsers open at most ${MAX_LINK_LENGTH}.`);
    expect(await buildShareLink(PAGE, 'WGSL', noise(3_000_000))).toEqual(fail(tooMuch));
  });
});
