import type { KnownTexts, LineMap, OutputCode, SourceFile } from './lineMap.ts';
import { mapDirectives } from './mapDirectives.ts';

/**
 * Maps one of several outputs of a program, whose maps share a list of files.
 *
 * @param files gets the files that it lacks
 * @returns origins that number the files as `files` does
 */
export function mapRelative(
  { code }: OutputCode,
  files: SourceFile[],
  texts: KnownTexts,
): Pick<LineMap, 'origins' | 'functions'> {
  const { files: ownFiles, origins, functions } = mapDirectives(code, texts);
  const numbers = ownFiles.map((file) => indexOf(files, file));
  if (numbers.every((number, own) => number === own)) return { origins, functions };
  return {
    origins: origins.map((origin) => origin && { ...origin, file: numbers[origin.file] ?? 0 }),
    functions,
  };
}

function indexOf(files: SourceFile[], file: SourceFile): number {
  const text = JSON.stringify(file);
  const known = files.findIndex((each) => JSON.stringify(each) === text);
  return known >= 0 ? known : files.push(file) - 1;
}
