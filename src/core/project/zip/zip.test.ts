import { describe, expect, it } from 'vitest';
import { decodeBase64 } from '#core/util/base64.ts';
import { readZip, type UnpackLimits } from './readZip.ts';
import { type PackedFile, writeZip } from './writeZip.ts';

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

/** Changes the first header of a kind in an archive. */
async function changed(
  archive: Blob,
  kind: keyof typeof HEADERS,
  change: (view: DataView, at: number) => void,
): Promise<Blob> {
  const bytes = new Uint8Array(await archive.arrayBuffer());
  const view = new DataView(bytes.buffer);
  let at = 0;
  while (view.getUint32(at, true) !== HEADERS[kind]) at += 1;
  change(view, at);
  return new Blob([bytes]);
}

async function refusalOf(archive: Blob, limits = LIMITS): Promise<string> {
  const read = await readZip(archive, limits);
  if (read.ok) throw new Error('The archive was read.');
  return read.error;
}

async function renamed(archive: Blob, name: string, next: string): Promise<Blob> {
  const text = new TextDecoder('latin1').decode(await archive.arrayBuffer());
  const bytes = [...text.replaceAll(name, next)].map((each) => each.charCodeAt(0));
  return new Blob([Uint8Array.from(bytes)]);
}

const small = (text: string, path = 'a.slang') => writeZip([{ path, bytes: utf8(text) }]);

describe('reading and writing', () => {
  it('restores byte for byte what it wrote', async () => {
    const archive = await writeZip(FILES);
    expect(await readZip(archive, LIMITS)).toEqual({ ok: true, value: FILES });
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
    const archive = await writeZip([
      { path: 'huge.txt', bytes: new Uint8Array(5_000_000) },
      { path: 'a.slang', bytes: utf8('a') },
    ]);
    expect(await readZip(archive, LIMITS)).toMatchObject({ value: [{ path: 'a.slang' }] });
  });
});

describe('reading hostile archives', () => {
  it('rejects a file that is not an archive', async () => {
    const reason = 'It is not a zip archive. Choose a file that ends in .zip.';
    expect(await refusalOf(new Blob([]))).toBe(reason);
    expect(await refusalOf(new Blob(['PK\x05\x06 and nothing else']))).toBe(reason);
    expect(await refusalOf(new Blob([new Uint8Array(200_000)]))).toBe(reason);
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
    const archive = await writeZip([
      { path: 'aa.slang', bytes: utf8('1') },
      { path: 'bb.slang', bytes: utf8('2') },
    ]);
    expect(await refusalOf(await renamed(archive, 'bb.slang', 'aa.slang'))).toBe(
      'It has two files "aa.slang". Make the archive again.',
    );
  });

  it('rejects an encrypted file', async () => {
    const archive = await changed(await small('text'), 'entry', (view, at) =>
      view.setUint16(at + 8, 0x0801, true),
    );
    expect(await refusalOf(archive)).toBe(
      '"a.slang" in it is encrypted. Make the archive again without a password.',
    );
  });

  it('rejects methods other than Deflate', async () => {
    const archive = await changed(await small('text'), 'entry', (view, at) =>
      view.setUint16(at + 10, 93, true),
    );
    expect(await refusalOf(archive)).toContain('is packed by method 93');
  });

  it('rejects Zip64', async () => {
    const bySize = await changed(await small('text'), 'entry', (view, at) =>
      view.setUint32(at + 24, 0xffffffff, true),
    );
    const byCount = await changed(await small('text'), 'end', (view, at) => {
      view.setUint16(at + 8, 0xffff, true);
      view.setUint16(at + 10, 0xffff, true);
    });
    expect(await refusalOf(bySize)).toContain('It is in the Zip64 format');
    expect(await refusalOf(byCount)).toContain('It is in the Zip64 format');
  });

  it('rejects 10,000 files before it reads their list', async () => {
    const archive = await changed(await small('text'), 'end', (view, at) => {
      view.setUint16(at + 8, 10_000, true);
      view.setUint16(at + 10, 10_000, true);
    });
    expect(await refusalOf(archive)).toBe(
      'It has 10,000 files and folders; at most 2,000 are read. Make an archive of the shader’s files only.',
    );
  });

  it('rejects claimed sizes over the limits before it unpacks anything', async () => {
    const bomb = await writeZip([{ path: 'a.bin', bytes: new Uint8Array(1_100_000) }]);
    expect(bomb.size).toBeLessThan(2000);
    expect(await refusalOf(bomb)).toContain('"a.bin" in it has 1.1 MB; a file has at most 1 MB');
    const many = await writeZip(
      ['a', 'b', 'c', 'd'].map((path) => ({ path, bytes: new Uint8Array(900_000) })),
    );
    expect(await refusalOf(many)).toContain('Its files have 3.6 MB');
  });

  it('stops at a file that is larger than it claims', async () => {
    const bomb = await writeZip([{ path: 'a.bin', bytes: new Uint8Array(900_000) }]);
    const lying = await changed(bomb, 'entry', (view, at) => view.setUint32(at + 24, 10, true));
    expect(await refusalOf(lying)).toContain('is larger than the archive claims, as in a zip bomb');
  });

  it('rejects damaged content, sizes, offsets and lists', async () => {
    const text = 'text '.repeat(100);
    const damaged = '"a.slang" in it is damaged. Get the archive again.';
    const make = () => small(text);
    const entry = async (at: number, value: number) =>
      changed(await make(), 'entry', (view, start) => view.setUint32(start + at, value, true));
    expect(await refusalOf(await entry(16, 1))).toBe(damaged);
    expect(await refusalOf(await entry(20, 3))).toBe(damaged);
    expect(await refusalOf(await entry(24, 501))).toBe(damaged);
    expect(await refusalOf(await entry(42, 5))).toBe(damaged);
    expect(await refusalOf(await entry(42, 0xfffffff0))).toBe(damaged);
    const content = await changed(await make(), 'local', (view, at) => view.setUint8(at + 40, 255));
    expect(await refusalOf(content)).toBe(damaged);
    expect(await refusalOf(await entry(0, 7))).toContain('its list of files cannot be read');
    const cut = await changed(await make(), 'end', (view, at) =>
      view.setUint32(at + 16, 100_000, true),
    );
    expect(await refusalOf(cut)).toContain('its end is cut off');
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
