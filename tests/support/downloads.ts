import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readZip } from '#core/project/zip.ts';

export interface Downloaded {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The file that an action downloads. */
export async function downloaded(page: Page, act: () => Promise<unknown>): Promise<Downloaded> {
  const coming = page.waitForEvent('download');
  await act();
  const file = await coming;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** The files in a zip. */
export async function unzipped(zip: Uint8Array) {
  const limits = { fileBytes: 1e8, totalBytes: 1e8, isWanted: () => true };
  const read = await readZip(new Blob([new Uint8Array(zip)]), limits);
  if (!read.ok) throw new Error(read.error);
  return read.value;
}
