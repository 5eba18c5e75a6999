/** A field of a struct in WGSL. */
export interface WgslField {
  readonly name: string;
  readonly type: string;
  /** The alignment that the field is given; null if it has its type's. */
  readonly align: number | null;
}

const STRUCT = /^struct (\w+)\n\{([\s\S]*?)^\}/gm;
const FIELD = /^ *(?:@align\((\d+)\) *)?(\w+) : (.+),$/gm;

/** The structs in WGSL that the Slang compiler wrote, by name. */
export function readStructs(code: string): ReadonlyMap<string, readonly WgslField[]> {
  return new Map(
    [...code.matchAll(STRUCT)].map(([, struct = '', fields = '']) => [
      struct,
      [...fields.matchAll(FIELD)].map(([, align, name = '', type = '']) => ({
        name,
        type,
        align: align === undefined ? null : Number(align),
      })),
    ]),
  );
}
