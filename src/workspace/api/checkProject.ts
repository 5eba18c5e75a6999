import { faultOfFiles } from '#core/project/checkFiles.ts';
import { LIMITS } from '#core/project/limits.ts';
import type { ProjectFile } from '#core/project/project.ts';
import { isRecord } from '#core/util/json.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { quoted } from '#core/util/text.ts';

interface CheckedProject {
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
  const read: ProjectFile[] = [];
  for (const [path, text] of entries) {
    if (typeof text !== 'string') return fail(`The file ${quoted(path)} is not a text.`);
    read.push({ path, text });
  }
  const fault = faultOfFiles(read, source);
  if (fault === null) return ok({ text: source, files: read });
  return fail(
    fault.kind === 'name'
      ? `The file ${quoted(fault.path)} is not opened. ${fault.reason}`
      : `The project has ${withCommas(fault.bytes)} bytes; at most ${withCommas(LIMITS.textBytes)} are opened. Give shorter files.`,
  );
}

function withCommas(count: number): string {
  return count.toLocaleString('en');
}
