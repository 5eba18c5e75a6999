import { readTypeSizes } from './wgslLayout.ts';
import { readStructs } from './wgslStructs.ts';

/** The types in WGSL from the Slang compiler, for what reflection omits. */
export type WgslTypes = ReturnType<typeof readWgslTypes>;

const ARRAY = /^array<(.*?)(?:, *[iu]32\(\d+\))?>$/;
const COLUMN_MAJOR = /^_MatrixStorage_\w*_ColMajor/;
const WRAPPED_ARRAY = /^_Array_/;

export function readWgslTypes(code: string) {
  const sizeOf = readTypeSizes(code);
  const structs = readStructs(code);
  const fieldsOf = (type = '') => structs.get(type)?.map((field) => field.type);
  const elementOf = (type = '') => {
    const array = WRAPPED_ARRAY.test(type) ? fieldsOf(type)?.[0] : type;
    return ARRAY.exec(array ?? '')?.[1];
  };
  return {
    /** The types of a struct's fields in order; undefined if the type is not a struct. */
    fieldsOf,
    /** The element type of an array, or of a struct that the compiler wraps around one. */
    elementOf,
    memberOf(type: string | undefined, path: string): string | undefined {
      let member = type;
      for (const part of path.match(/[^.[\]]+|\[\d+\]/g) ?? []) {
        member = part.startsWith('[')
          ? elementOf(member)
          : structs.get(member ?? '')?.find(({ name }) => withoutNumber(name) === part)?.type;
      }
      return member;
    },
    isColumnMajor: (type: string | undefined = ''): boolean => COLUMN_MAJOR.test(type),
    /** Bytes from one element to the next in an array of this type. */
    strideOf: (type: string | undefined): number | undefined =>
      type === undefined ? undefined : sizeOf(`array<${type}>`),
  };
}

/** The compiler appends a number to each name. */
function withoutNumber(name: string): string {
  return name.replace(/_\d+$/, '');
}
