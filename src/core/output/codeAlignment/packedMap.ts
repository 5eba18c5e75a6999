import type {
  CodeFunction,
  LineOrigin,
  MainOrigins,
  SourceFile,
} from '#core/output/lineMap/lineMap.ts';

/** A compact line map: posting the objects of a long one to a worker takes time. */
export interface PackedMap {
  readonly files: readonly SourceFile[];
  readonly functions: readonly CodeFunction[];
  /** For each line of code, a file and a line in it, or {@link NOWHERE} or {@link SOMEWHERE}. */
  readonly origins: Int32Array;
}

/** In place of a file: the line has no source. */
const NOWHERE = -1;
/** In place of a line: the line comes from somewhere in the file. */
const SOMEWHERE = 0;

export function packMap({ files, functions, origins }: MainOrigins): PackedMap {
  const packed = new Int32Array(2 * origins.length);
  for (const [index, origin] of origins.entries()) {
    packed[2 * index] = origin ? origin.file : NOWHERE;
    packed[2 * index + 1] = origin?.kind === 'line' ? origin.line : SOMEWHERE;
  }
  return { files, functions, origins: packed };
}

/** Index of the first line that comes from a source; -1 if none does. */
export function firstMapped({ origins }: PackedMap): number {
  for (let index = 0; 2 * index < origins.length; index += 1) {
    if (origins[2 * index] !== NOWHERE) return index;
  }
  return -1;
}

/** Each line's exact origin; null if it has none or only an approximate one. */
export function exactOrigins({
  origins,
}: PackedMap): (Extract<LineOrigin, { kind: 'line' }> | null)[] {
  return Array.from({ length: origins.length / 2 }, (_, index) => {
    const file = origins[2 * index] ?? NOWHERE;
    const line = origins[2 * index + 1] ?? SOMEWHERE;
    return file === NOWHERE || line === SOMEWHERE ? null : { kind: 'line', file, line };
  });
}
