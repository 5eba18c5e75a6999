import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  buildShareLink,
  decodeSource,
  encodeSource,
  MAX_LINK_LENGTH,
  MAX_SHARED_BYTES,
} from './shareLink.ts';
import { readUrlParameters } from './urlParameters.ts';

const SHADER = '// Ünïcode ⇒ 🌀\nimport playground;\n\tfloat4 a;\n'.repeat(40);

const packed = (text: string, level = 6) => deflateSync(text, { level }).toString('base64url');

/** Generates text that deflate hardly compresses. */
function noise(length: number): string {
  let state = 1;
  const next = () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return String.fromCharCode(32 + ((state >>> 16) % 95));
  };
  return Array.from({ length }, next).join('');
}

const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2).toString('base64url');

const WHOLE = ' Copy the whole link once more, from its first character to its last.';

describe('the code of a link', () => {
  it.each([
    ['a shader', SHADER],
    ['an empty text', ''],
    ['a line break at the end', 'a\n'],
    ['a NUL', 'a\0b'],
    ['two million characters that hardly compress', noise(2_000_000)],
    ['the longest text that a link can carry', 'é'.repeat(MAX_SHARED_BYTES / 2)],
  ])('restores %s', async (_, text) => {
    const code = await encodeSource(text);
    expect(code).toEqual({ ok: true, value: expect.stringMatching(/^[\w-]+$/) });
    const decoded = await decodeSource(code.ok ? code.value : '');
    expect(decoded.ok && decoded.value === text).toBe(true);
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])(
    'may come from another tool with zlib at level %i',
    async (level) => {
      expect(await decodeSource(packed(SHADER, level))).toEqual({ ok: true, value: SHADER });
    },
  );

  it('may use the standard alphabet, with padding, and with spaces in place of +', async () => {
    const standard = deflateSync(noise(301)).toString('base64');
    expect(standard).toMatch(/\+.*=$/);
    for (const code of [standard, standard.replaceAll('+', ' '), standard.replace(/=+$/, '')]) {
      expect(await decodeSource(code)).toEqual({ ok: true, value: noise(301) });
    }
  });

  it.each([
    ['the zlib format', deflateSync],
    ['gzip', gzipSync],
    ['deflate without a header', deflateRawSync],
  ])('may use %s', async (_, pack) => {
    const text = `${SHADER}${noise(3000)}`;
    expect(await decodeSource(pack(text).toString('base64url'))).toEqual({ ok: true, value: text });
    expect(await decodeSource(pack(SHADER, { level: 0 }).toString('base64'))).toEqual({
      ok: true,
      value: SHADER,
    });
  });

  const wrap = (text: string, by: string) => text.replaceAll(/.{60}/g, `$&${by}`);

  it.each(['\n', '\r\n', ' ', '\t', '\u00a0', '\n  '])(
    'may be wrapped by %j, as in mail and chat',
    async (by) => {
      const text = noise(400);
      for (const pack of [deflateSync, gzipSync, deflateRawSync]) {
        const code = wrap(pack(text).toString('base64url'), by);
        expect(await decodeSource(` ${code}\n`)).toEqual({ ok: true, value: text });
      }
    },
  );

  it('may be wrapped by line breaks and have spaces in place of +', async () => {
    const standard = deflateSync(noise(301)).toString('base64');
    expect(standard).toContain('+');
    for (const by of ['\n', '\r\n']) {
      const code = wrap(standard.replaceAll('+', ' '), by);
      expect(await decodeSource(code)).toEqual({ ok: true, value: noise(301) });
    }
  });

  const good = packed(SHADER);
  const bytes = Buffer.from(good, 'base64url');
  const changed = Buffer.from(bytes.map((byte, index) => (index === 30 ? byte ^ 0x55 : byte)));
  const damaged = `The code in the link is damaged: it is cut off or changed, or something follows its end.${WHOLE}`;
  const notPacked = `The code in the link cannot be unpacked: it does not begin like packed text.${WHOLE}`;
  const notText =
    'The code in the link is not text: what it unpacks to is not UTF-8. Ask for a new link.';

  it.each([
    ['empty', '', `The code in the link is empty.${WHOLE}`],
    ['cut to half', bytes.subarray(0, bytes.length / 2).toString('base64url'), damaged],
    ['cut before its end', bytes.subarray(0, -3).toString('base64url'), damaged],
    ['cut after its header', bytes.subarray(0, 2).toString('base64url'), damaged],
    ['changed in a byte', changed.toString('base64url'), damaged],
    [
      'changed in its checksum',
      `${good.slice(0, -3)}${good.endsWith('AAA') ? 'BBB' : 'AAA'}`,
      damaged,
    ],
    [
      'followed by something else',
      Buffer.concat([bytes, Buffer.from('more')]).toString('base64url'),
      damaged,
    ],
    [
      'followed by another text',
      Buffer.concat([bytes, deflateSync('more')]).toString('base64url'),
      damaged,
    ],
    ['cut to half, without a header', half(deflateRawSync(SHADER)), notPacked],
    ['cut to half, as gzip', half(gzipSync(SHADER)), damaged],
    [
      'gzip followed by something else',
      Buffer.concat([gzipSync(SHADER), Buffer.from('more')]).toString('base64url'),
      damaged,
    ],
    ['only white space', ' \n', `The code in the link is empty.${WHOLE}`],
    ['a text that was not packed', Buffer.from(SHADER).toString('base64url'), notPacked],
    [
      'one character',
      'e',
      `The code in the link cannot be read: its length is wrong: a character is missing or extra.${WHOLE}`,
    ],
    [
      'garbage',
      'eJw<script>',
      `The code in the link cannot be read: its character 4, "<", is not a base64 character.${WHOLE}`,
    ],
    [
      'a percent sign',
      'eJw%zz',
      `The code in the link cannot be read: its character 4, "%", is not a base64 character.${WHOLE}`,
    ],
    [
      'padding in the middle',
      'eJ==w',
      `The code in the link cannot be read: its character 3, "=", is not a base64 character.${WHOLE}`,
    ],
    [
      'an emoji',
      'eJw🌀',
      `The code in the link cannot be read: its character 4, "🌀", is not a base64 character.${WHOLE}`,
    ],
    [
      'bytes that are not UTF-8',
      deflateSync(Buffer.from([0x61, 0xff, 0xfe])).toString('base64url'),
      notText,
    ],
    [
      'half a character',
      deflateSync(Buffer.from('é').subarray(0, 1)).toString('base64url'),
      notText,
    ],
  ])('that is %s is rejected with the reason', async (_, code, error) => {
    expect(await decodeSource(code)).toEqual({ ok: false, error });
  });

  it('is not unpacked beyond 4 MB', async () => {
    const error =
      'The code in the link unpacks to more than 4194304 bytes, which is the most that is opened. Ask the sender to save the source as a file, then paste it here.';
    const bombs = [deflateSync, gzipSync, deflateRawSync].map((pack) =>
      pack(Buffer.alloc(100_000_000), { level: 9 }).toString('base64url'),
    );
    const before = process.memoryUsage().arrayBuffers;
    for (const bomb of bombs) {
      expect(await decodeSource(bomb)).toEqual({ ok: false, error });
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
    expect(await decodeSource(packed('x'.repeat(MAX_SHARED_BYTES + 1)))).toEqual({
      ok: false,
      error,
    });
  });
});

describe('a share link', () => {
  const PAGE = new URL('https://example.test/some/folder/?demo=circle&host=1#part');

  it('carries target and code in the query', async () => {
    const link = await buildShareLink(PAGE, 'HLSL', SHADER);
    const url = new URL(link.ok ? link.value : '');
    expect(url.origin + url.pathname).toBe('https://example.test/some/folder/');
    expect([...url.searchParams.keys()]).toEqual(['host', 'target', 'code']);
    expect(url.hash).toBe('');
    const { target, source, messages } = readUrlParameters(url);
    expect([target, messages]).toEqual(['HLSL', []]);
    expect(source.kind === 'code' && (await decodeSource(source.code))).toEqual({
      ok: true,
      value: SHADER,
    });
  });

  it('longer than 6,000 characters carries them in the fragment', async () => {
    const texts = [4000, 5000, 6000, 7000].map(noise);
    for (const text of [...texts, noise(200_000)]) {
      const link = await buildShareLink(PAGE, 'WGSL', text);
      const url = new URL(link.ok ? link.value : '');
      const { source } = readUrlParameters(url);
      expect(source.kind === 'code' && (await decodeSource(source.code))).toEqual({
        ok: true,
        value: text,
      });
      expect(url.href.length - url.hash.length).toBeLessThanOrEqual(6000);
      if (url.hash !== '') expect(url.hash).toMatch(/^#target=WGSL&code=[\w-]+$/);
      expect(url.href.length > 6000).toBe(url.hash !== '');
    }
  });

  it('is rejected for a source that does not fit into a link', async () => {
    expect(await buildShareLink(PAGE, 'WGSL', 'x'.repeat(MAX_SHARED_BYTES + 1))).toEqual({
      ok: false,
      error:
        'The source has 4194305 bytes, but a link can carry at most 4194304. Use “Save” in the menu “Project”, and share that file instead.',
    });
    expect(await buildShareLink(PAGE, 'WGSL', noise(3_000_000))).toEqual({
      ok: false,
      error: expect.stringContaining(`but browsers open at most ${MAX_LINK_LENGTH}.`),
    });
  });
});
