import { afterEach, describe, expect, it, vi } from 'vitest';
import { readZip } from '#core/project/zip.ts';
import { chooseArchive } from './archive.ts';

afterEach(() => vi.unstubAllGlobals());

const png = (byte: number) => new Blob([new Uint8Array(1000).fill(byte)], { type: 'image/png' });

/** Stubs a browser that lets pages write files. */
function stubPicker() {
  const written: Blob[] = [];
  const log: string[] = [];
  const file = {
    write: async (part: Blob) => void written.push(part),
    close: async () => void log.push('close'),
    abort: async () => void log.push('abort'),
  };
  const showSaveFilePicker = vi.fn(async ({ suggestedName }: { suggestedName: string }) => ({
    name: `my-${suggestedName}`,
    createWritable: async () => file,
  }));
  vi.stubGlobal('window', { showSaveFilePicker });
  return { written, log, showSaveFilePicker };
}

describe('the archive of a sequence', () => {
  it('is written to the disk as its files arrive', async () => {
    const { written, log } = stubPicker();
    const archive = await chooseArchive('frames.zip');
    expect(archive?.name).toBe('my-frames.zip');
    expect(await archive?.add('frame-0000.png', png(1))).toBe(true);
    expect(written.length).toBe(1);
    await archive?.add('frame-0001.png', png(2));
    await archive?.finish();
    const limits = { fileBytes: 2000, totalBytes: 4000, isWanted: () => true };
    const files = await readZip(new Blob(written), limits);
    expect(files.ok && files.value.map(({ path, bytes }) => [path, bytes[999]])).toEqual([
      ['frame-0000.png', 1],
      ['frame-0001.png', 2],
    ]);
    expect(log).toEqual(['close']);
  });

  it('leaves the file unchanged if it is discarded', async () => {
    const { log } = stubPicker();
    const archive = await chooseArchive('frames.zip');
    await archive?.add('frame-0000.png', png(1));
    await archive?.discard();
    expect(log).toEqual(['abort']);
  });

  it('is null if the user chooses no file', async () => {
    const { showSaveFilePicker } = stubPicker();
    showSaveFilePicker.mockRejectedValue(new DOMException('no', 'AbortError'));
    expect(await chooseArchive('frames.zip')).toBeNull();
    showSaveFilePicker.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    await expect(chooseArchive('frames.zip')).rejects.toThrow('no');
  });

  it('has a size limit in a browser that cannot write files', async () => {
    vi.stubGlobal('window', {});
    const archive = await chooseArchive('frames.zip');
    const large = { size: 512 * 2 ** 20, type: 'image/png' } as Blob;
    expect([archive?.name, archive?.maxBytes]).toEqual(['frames.zip', 512 * 2 ** 20]);
    expect(await archive?.add('frame-0000.png', large)).toBe(false);
    expect(await archive?.add('frame-0000.png', png(1))).toBe(true);
  });
});
