import type { CompileRequest } from '#core/output/compileResult.ts';
import { foldersAbove, normalPath } from '#core/project/filePaths.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { SlangFiles } from './slangModule.ts';

export type Source = Pick<CompileRequest, 'sourceCode' | 'shaderPath' | 'files'>;

/**
 * Writes the other files of a request to the compiler's file system.
 *
 * @param taken paths that are already in use
 * @returns a function that removes them and their folders, or why they cannot be written
 */
export function placeFiles(
  fileSystem: SlangFiles,
  files: Source['files'] = [],
  taken: ReadonlySet<string>,
): Result<() => void> {
  const written: string[] = [];
  const folders: string[] = [];
  const remove = () => {
    for (const path of written) fileSystem.unlink(path);
    for (const folder of folders.toReversed()) fileSystem.rmdir(folder);
  };
  for (const file of files) {
    const path = `/${file.path}`;
    if (path !== normalPath(path) || taken.has(path) || fileSystem.analyzePath(path).exists) {
      remove();
      return fail(`No file can be named ${path} here. Give it another name.`);
    }
    try {
      for (const folder of foldersAbove(path)) {
        if (fileSystem.analyzePath(folder).exists) continue;
        fileSystem.mkdir(folder);
        folders.push(folder);
      }
      fileSystem.writeFile(path, file.text);
      written.push(path);
    } catch {
      remove();
      return fail(`The file ${path} cannot be where another file is. Give it another name.`);
    }
  }
  return ok(remove);
}

const PRINTED_PATH =
  /^(abort compilation: )?(.+?)(?=\(\d+\): (?:ignored|note|warning|error|fatal error|internal error|unknown error)\b)/gm;

/**
 * Replaces paths in the compiler's text, which are relative to the file that mentions them (such as
 * `lib/../a.slang`), with full paths.
 *
 * @param mainFile the compiler's name for the main file
 */
export function withFullPaths(text: string, mainFile: string, source: Source): string {
  const { shaderPath, files = [] } = source;
  return text.replace(PRINTED_PATH, (printed, prefix: string | undefined, path: string) => {
    const full = normalPath(path);
    if (full === `/${mainFile}`) return `${prefix ?? ''}${shaderPath}`;
    return files.some((file) => `/${file.path}` === full) ? `${prefix ?? ''}${full}` : printed;
  });
}
