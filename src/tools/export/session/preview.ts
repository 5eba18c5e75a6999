import { listZip } from '#core/project/zip/readZip.ts';
import type { Preview } from './exportState.ts';

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
  const listed = await listZip(archive);
  if (!listed.ok) return { kind: 'none' };
  return { kind: 'files', files: listed.value.map(({ path, size }) => ({ path, bytes: size })) };
}
