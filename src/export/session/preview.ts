import { readZip } from '#project/disk/zip/readZip.ts';
import type { Preview } from './exportState.ts';

/** Of an archive that is read for its list of files. */
const MAX_BYTES = 1e9;

/** What a person can read of a file. */
export async function previewOf(file: File): Promise<Preview> {
  if (file.name.endsWith('.zip')) return listOf(file);
  return file.type.startsWith('text/')
    ? { kind: 'text', text: await file.text() }
    : { kind: 'none' };
}

async function listOf(archive: File): Promise<Preview> {
  const read = await readZip(archive, {
    ...{ fileBytes: MAX_BYTES, totalBytes: MAX_BYTES },
    isWanted: () => true,
  });
  if (!read.ok) return { kind: 'none' };
  const files = read.value.map(({ path, bytes }) => ({ path, bytes: bytes.length }));
  return { kind: 'files', files };
}
