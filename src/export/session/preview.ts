import { readZip } from '#project/disk/zip/readZip.ts';
import type { Preview } from './exportState.ts';

/** Of an archive that is read for its list of files. */
const MAX_BYTES = 1e9;

/** Bytes of a text that fits into the clipboard. */
const MAX_TEXT = 8_000_000;
/** Of a larger one, so many are shown. */
const BEGINNING = 50_000;

/** What a person can read of a file. */
export async function previewOf(file: File): Promise<Preview> {
  if (file.name.endsWith('.zip')) return listOf(file);
  if (!file.type.startsWith('text/')) return { kind: 'none' };
  const isWhole = file.size <= MAX_TEXT;
  const shown = isWhole ? file : file.slice(0, BEGINNING);
  return { kind: 'text', text: await shown.text(), isWhole };
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
