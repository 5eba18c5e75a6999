import { LIMITS } from '#core/project/limits.ts';
import type { ProjectFile } from '#core/project/project.ts';
import { checkFilePath } from './names.ts';

/** Why the files of a received project cannot be opened. */
type FilesFault =
  | { readonly kind: 'name'; readonly path: string; readonly reason: string }
  | { readonly kind: 'size'; readonly bytes: number };

/** Checks the names of the other files and the size of all texts; null if all is fine. */
export function faultOfFiles(files: readonly ProjectFile[], main: string): FilesFault | null {
  const taken: string[] = [];
  let bytes = bytesOf(main);
  for (const { path, text } of files) {
    const checked = checkFilePath(path, taken);
    if (!checked.ok) return { kind: 'name', path, reason: checked.error };
    if (checked.value !== path) {
      return { kind: 'name', path, reason: `Its name has to be ${checked.value}.` };
    }
    taken.push(path);
    bytes += bytesOf(text);
  }
  return bytes > LIMITS.textBytes ? { kind: 'size', bytes } : null;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
