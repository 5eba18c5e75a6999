import { describe, expect, it } from 'vitest';
import { decodeBase64 } from '#core/util/base64.ts';
import { type PackedFile, readZip, type UnpackLimits, writeZip } from './zip.ts';

const LIMITS: UnpackLimits = {
  fileBytes: 1_000_000,
  totalBytes: 3_000_000,
  isWanted: (path) => !path.endsWith('.txt'),
};

const utf8 = (text: string) => new TextEncoder().encode(text);

const FILES: readonly PackedFile[] = [
  { path: 'user.slang', bytes: utf8('[shader("compute")]\n'.repeat(50)) },
  { path: 'lib/noise.slang', bytes: utf8('λ\r\n') },
  { path: 'empty.bin', bytes: new Uint8Array() },
  { path: 'data/all.bin', bytes: Uint8Array.from({ length: 70_000 }, (_, at) => at * at) },
  { path: 'cat.png', bytes: new Uint8Array(1000) },
];

/** Created with Python: a folder, a compressed file, a stored file, and a comment at the end. */
const MADE_ELSEWHERE =
  'UEsDBBQAAAAAAAAAIQAAAAAAAAAAAAAAAAAIAAAAc2hhZGVycy9QSwMEFAAAAAgAAAAhAMQ31WUTAAAAcAAAABIAAABzaGFkZXJzL21haW4uc2xhbmfLzC3ILypRyMvPLE615sqkOQ8AUEsDBBQAAAAAAAAAIQDP/Z8eDgAAAA4AAAATAAAAc2hhZGVycy9ub2lzZS5zbGFuZ21vZHVsZSBub2lzZTsKUEsBAhQDFAAAAAAAAAAhAAAAAAAAAAAAAAAAAAgAAAAAAAAAAAAAAIABAAAAAHNoYWRlcnMvUEsBAhQDFAAAAAgAAAAhAMQ31WUTAAAAcAAAABIAAAAAAAAAAAAAAIABJgAAAHNoYWRlcnMvbWFpbi5zbGFuZ1BLAQIUAxQAAAAAAAAAIQDP/Z8eDgAAAA4AAAATAAAAAAAAAAAAAACAAWkAAABzaGFkZXJzL25vaXNlLnNsYW5nUEsFBgAAAAADAAMAtwAAAKgAAAAOAG1hZGUgZWxzZXdoZXJl';

const HEADERS = { local: 0x04034b50, entry: 0x02014b50, end: 0x06054b50 } as const;

async function refusalOf(archive: Blob): Promise<string> {
  const read = await readZip(archive, LIMITS);
  if (read.ok) throw new Error('The archive was read.');
  return read.error;
}

const small = (text: string, path = 'a.slang') => writeZip([{ path, bytes: utf8(text) }]);

/** The reason for rejecting an archive with other 16-bit or 32-bit numbers in its first header. */
async function refusalWith(
  kind: keyof typeof HEADERS,
  size: 16 | 32,
  numbers: Readonly<Record<number, number>>,
  archive: Promise<Blob> | Blob = small('text '.repeat(100)),
): Promise<string> {
  const bytes = new Uint8Array(await (await archive).arrayBuffer());
  const view = new DataView(bytes.buffer);
  let start = 0;
  while (view.getUint32(start, true) !== HEADERS[kind]) start += 1;
  for (const [at, value] of Object.entries(numbers)) {
    if (size === 16) view.setUint16(start + Number(at), value, true);
    else view.setUint32(start + Number(at), value, true);
  }
  return refusalOf(new Blob([bytes]));
}

describe('reading and writing', () => {
  it('restores byte for byte what it wrote', async () => {
    expect(await readZip(await writeZip(FILES), LIMITS)).toEqual({ ok: true, value: FILES });
  });

  it('reads an archive from another program', async () => {
    const bytes = decodeBase64(MADE_ELSEWHERE);
    if (!bytes.ok) throw new Error(bytes.error);
    expect(await readZip(new Blob([bytes.value]), LIMITS)).toEqual({
      ok: true,
      value: [
        { path: 'shaders/main.slang', bytes: utf8('import noise;\n'.repeat(8)) },
        { path: 'shaders/noise.slang', bytes: utf8('module noise;\n') },
      ],
    });
  });

  it('skips unwanted files without unpacking them', async () => {
    const huge = { path: 'huge.txt', bytes: new Uint8Array(5_000_000) };
    const archive = await writeZip([huge, { path: 'a.slang', bytes: utf8('a') }]);
    expect(await readZip(archive, LIMITS)).toMatchObject({ value: [{ path: 'a.slang' }] });
  });
});

describe('reading hostile archives', () => {
  it('rejects a file that is not an archive', async () => {
    const reason = 'It is not a zip archive. Choose a file that ends in .zip.';
    for (const content of ['', 'PK\x05\x06 and nothing else', new Uint8Array(200_000)])
      expect(await refusalOf(new Blob([content]))).toBe(reason);
  });

  it.each(['../a.slang', '/a.slang', 'C:a.slang', 'a\\b.slang', 'lib/../../a.slang', './a.slang'])(
    'rejects the path %s',
    async (path) => {
      expect(await refusalOf(await small('text', path))).toBe(
        `It has a file with the path ${JSON.stringify(path)}, which does not stay inside the archive. Nothing was opened. Get the archive from a source that you trust.`,
      );
    },
  );

  it('rejects two files with the same path', async () => {
    const archive = await writeZip(['aa', 'bb'].map((path) => ({ path, bytes: utf8(path) })));
    const text = Buffer.from(await archive.arrayBuffer()).toString('latin1');
    const renamed = new Blob([Buffer.from(text.replaceAll('bb', 'aa'), 'latin1')]);
    expect(await refusalOf(renamed)).toBe('It has two files "aa". Make the archive again.');
  });

  it('rejects encrypted files, methods other than Deflate, Zip64, and too many files', async () => {
    expect(await refusalWith('entry', 16, { 8: 0x0801 })).toBe(
      '"a.slang" in it is encrypted. Make the archive again without a password.',
    );
    expect(await refusalWith('entry', 16, { 10: 93 })).toContain('is packed by method 93');
    const zip64 = 'It is in the Zip64 format';
    expect(await refusalWith('entry', 32, { 24: 0xffffffff })).toContain(zip64);
    expect(await refusalWith('end', 16, { 8: 0xffff, 10: 0xffff })).toContain(zip64);
    expect(await refusalWith('end', 16, { 8: 10_000, 10: 10_000 })).toBe(
      'It has 10,000 files and folders; at most 2,000 are read. Make an archive of the shader’s files only.',
    );
  });

  it('rejects claimed sizes over the limits before it unpacks anything', async () => {
    const bomb = await writeZip([{ path: 'a.bin', bytes: new Uint8Array(1_100_000) }]);
    expect(bomb.size).toBeLessThan(2000);
    expect(await refusalOf(bomb)).toContain('"a.bin" in it has 1.1 MB; a file has at most 1 MB');
    const bytes = new Uint8Array(900_000);
    const many = await writeZip(['a', 'b', 'c', 'd'].map((path) => ({ path, bytes })));
    expect(await refusalOf(many)).toContain('Its files have 3.6 MB');
  });

  it('stops at a file that is larger than it claims', async () => {
    const bomb = writeZip([{ path: 'a.bin', bytes: new Uint8Array(900_000) }]);
    const reason = 'is larger than the archive claims, as in a zip bomb';
    expect(await refusalWith('entry', 32, { 24: 10 }, bomb)).toContain(reason);
  });

  it('rejects damaged content, sizes, offsets and lists', async () => {
    const damaged = '"a.slang" in it is damaged. Get the archive again.';
    for (const numbers of [{ 16: 1 }, { 20: 3 }, { 24: 501 }, { 42: 5 }, { 42: 0xfffffff0 }])
      expect(await refusalWith('entry', 32, numbers)).toBe(damaged);
    expect(await refusalWith('local', 16, { 40: 0xffff })).toBe(damaged);
    expect(await refusalWith('entry', 32, { 0: 7 })).toContain('its list of files cannot be read');
    expect(await refusalWith('end', 32, { 16: 100_000 })).toContain('its end is cut off');
  });

  it('survives random bytes in an archive', async () => {
    const good = new Uint8Array(await (await writeZip(FILES.slice(0, 2))).arrayBuffer());
    for (let seed = 1; seed < 300; seed += 1) {
      const bytes = good.slice();
      bytes[(seed * 7919) % bytes.length] = (seed * 31) & 0xff;
      const read = await readZip(new Blob([bytes]), LIMITS);
      expect(read.ok ? '' : read.error).toMatch(/^$|\.$/);
    }
  });
});
