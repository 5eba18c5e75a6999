/** The types in WGSL that the Slang compiler wrote, as far as reflection lacks facts about them. */
export interface WgslTypes {
  /** The types of a struct's fields in their order; undefined if it is no struct. */
  fieldsOf(type: string | undefined): readonly string[] | undefined;
  /** The element of an array, or of a struct that the compiler wraps around one. */
  elementOf(type: string | undefined): string | undefined;
  isColumnMajor(type: string | undefined): boolean;
}

const STRUCT = /^struct (\w+)\n\{([\s\S]*?)^\}/gm;
const FIELD = /^ *(?:@align\(\d+\))? *\w+ : (.+),$/gm;
const ARRAY = /^array<(.*?)(?:, *[iu]32\(\d+\))?>$/;
const COLUMN_MAJOR = /^_MatrixStorage_\w*_ColMajor/;
const WRAPPED_ARRAY = /^_Array_/;

export function readWgslTypes(code: string): WgslTypes {
  const structs = new Map(
    [...code.matchAll(STRUCT)].map(([, name = '', fields = '']) => [
      name,
      [...fields.matchAll(FIELD)].map(([, type = '']) => type),
    ]),
  );
  const fieldsOf = (type: string | undefined) => structs.get(type ?? '');
  return {
    fieldsOf,
    elementOf(type = '') {
      const array = WRAPPED_ARRAY.test(type) ? fieldsOf(type)?.[0] : type;
      return ARRAY.exec(array ?? '')?.[1];
    },
    isColumnMajor: (type = '') => COLUMN_MAJOR.test(type),
  };
}
