import { MAIN_FILE } from '#core/project/project.ts';
import { upperBound } from '#core/util/partitionPoint.ts';
import type { InstrumentedProgram } from './site.ts';

/** A line of a file. */
export interface SourcePlace {
  /** The path in the project; the main file if absent. */
  readonly path?: string;
  /** One-based. */
  readonly line: number;
}

type Files = Pick<InstrumentedProgram, 'files'>;

/** The place of a line of the program's source, which is the texts of all files. */
export function placeOf({ files }: Files, line: number): Required<SourcePlace> {
  const starts = files.map(({ firstLine }) => firstLine);
  const { path = MAIN_FILE, firstLine = 1 } = files[upperBound(starts, line) - 1] ?? {};
  return { path, line: line - firstLine + 1 };
}

/** Null without a site. */
export function placeOfSite(
  program: Pick<InstrumentedProgram, 'sites' | 'files'>,
  id: number | null,
): Required<SourcePlace> | null {
  const site = program.sites[id ?? -1];
  return site ? placeOf(program, site.line) : null;
}

/** The line of the program's source; null if the file is not recorded. */
export function lineOf({ files }: Files, { path = MAIN_FILE, line }: SourcePlace): number | null {
  const file = files.find((each) => each.path === path);
  return file ? file.firstLine + line - 1 : null;
}

/** Such as `line 3`, or `line 3 of noise.slang`. */
export function placeText({ path = MAIN_FILE, line }: SourcePlace): string {
  return path === MAIN_FILE ? `line ${line}` : `line ${line} of ${path}`;
}

/** For sorting: the main file first. */
export function comparePlaces(one: SourcePlace, other: SourcePlace): number {
  const [first, second] = [one, other].map(({ path = MAIN_FILE }) =>
    path === MAIN_FILE ? '' : path,
  );
  if (first !== second) return (first ?? '') < (second ?? '') ? -1 : 1;
  return one.line - other.line;
}

export function isSamePlace(one: SourcePlace, other: SourcePlace): boolean {
  return one.line === other.line && (one.path ?? MAIN_FILE) === (other.path ?? MAIN_FILE);
}
