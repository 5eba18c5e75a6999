import type { ProjectFile } from '#program/project/project.ts';
import { checkFilePath } from '#project/files/names.ts';
import { LIMITS } from '#project/limits.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { quoted } from '#shared/text.ts';

export interface CheckedProject {
  readonly text: string;
  readonly files: readonly ProjectFile[];
}

/**
 * What a script or another page gives as an `ApiProject`, checked in every part as a link is. Fails with
 * what is wrong and what to do.
 */
export function checkProject(given: unknown): Result<CheckedProject> {
  if (!isRecord(given) || typeof given['source'] !== 'string') {
    return fail('The project has no source. Give { source: "…" } with the text of the main file.');
  }
  const { source, files = {} } = given;
  if (!isRecord(files)) {
    return fail('“files” is not an object. Give { "lib/noise.slang": "…" }, a text for each path.');
  }
  const entries = Object.entries(files);
  if (entries.length >= LIMITS.files) {
    return fail(
      `The project has ${withCommas(entries.length + 1)} files; at most ${LIMITS.files} are opened. Give fewer files.`,
    );
  }
  const read = readFiles(entries);
  if (!read.ok) return read;
  const bytes = [source, ...read.value.map(({ text }) => text)].reduce(
    (sum, text) => sum + bytesOf(text),
    0,
  );
  if (bytes > LIMITS.textBytes) {
    return fail(
      `The project has ${withCommas(bytes)} bytes; at most ${withCommas(LIMITS.textBytes)} are opened. Give shorter files.`,
    );
  }
  return ok({ text: source, files: read.value });
}

function readFiles(entries: readonly [string, unknown][]): Result<readonly ProjectFile[]> {
  const files: ProjectFile[] = [];
  const taken: string[] = [];
  for (const [path, text] of entries) {
    if (typeof text !== 'string') return fail(`The file ${quoted(path)} is not a text.`);
    const checked = checkFilePath(path, taken);
    if (!checked.ok) return refusedName(path, checked.error);
    if (checked.value !== path) return refusedName(path, `Its name has to be ${checked.value}.`);
    taken.push(path);
    files.push({ path, text });
  }
  return ok(files);
}

function refusedName(path: string, reason: string): Result<never> {
  return fail(`The file ${quoted(path)} is not opened. ${reason}`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

function withCommas(count: number): string {
  return count.toLocaleString('en');
}
