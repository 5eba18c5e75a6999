export interface WgslField {
  readonly name: string;
  readonly type: string;
  /** The field's `@align`; null if it has its type's alignment. */
  readonly align: number | null;
}

const STRUCT = /^struct (\w+)\n\{([\s\S]*?)^\}/gm;
const FIELD = /^ *(?:@align\((\d+)\) *)?(\w+) : (.+),$/gm;

/** The structs in WGSL from the Slang compiler, by name. */
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
