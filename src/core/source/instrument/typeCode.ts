import { OPTIONAL, type OwnType } from './ownTypes.ts';
import type { TracedType } from './site.ts';
import { MAX_ELEMENTS, VALUE_KIND } from './traceLayout.ts';
import { type DeclaredTypes, suffixOfType } from './writtenTypes.ts';

/** How the values of types are recorded. */
export interface TypeCode {
  /** A line that makes a type of the source one whose values are recorded. */
  extension(type: OwnType, index: number): string;
  /** A line that makes tuples values that are recorded. */
  readonly tuples: string;
  /** Begins the function that looks at a value's type when it is used. */
  readonly begin: string;
  /** A line of that function, or of one for an interface. */
  test(type: string): string;
  readonly end: string;
}

/** @param prefix of names in the trace code */
export function typeCode(
  kind: 'records' | 'non-finite',
  prefix: string,
  declared: DeclaredTypes,
): TypeCode {
  const isRecords = kind === 'records';
  const method = isRecords ? putMethod : findMethod;
  const call = isRecords ? 'put(at)' : 'find()';
  const parameters = isRecords ? 'uint at, T value' : 'T value';
  return {
    extension({ traced, type, generics, constraints, fields }, index) {
      const isGeneric = generics !== '';
      const suffixOf = (field: string) =>
        suffixOfType(declared, fields.get(field) ?? '') ?? (isGeneric ? 'AnyOf' : 'Any');
      const isArray = (field: string) => /[^\]]\[\]$/.test(fields.get(field) ?? '');
      const body = method(traced, index, {
        ...{ prefix, suffixOf },
        // Elements are recorded one by one, as their type is a parameter.
        isOpenArray: (field) => isGeneric && isArray(field),
      });
      const head = ['extension', generics, type, `: ${prefix}IValue`, constraints];
      return `${head.filter((part) => part !== '').join(' ')} { ${body} }`;
    },
    tuples: `extension<each T> Tuple<expand each T> : ${prefix}IValue { ${tupleMethod(kind, prefix)} }`,
    begin: `uint ${prefix}${isRecords ? 'put' : 'find'}AnyOf<T>(${parameters}) {`,
    test: (type) => `if (value is ${type}) return (value as ${type}).value.${prefix}${call};`,
    end: isRecords ? `return ${prefix}putAny(at, value); }` : 'return 0; }',
  };
}

interface MethodOptions {
  readonly prefix: string;
  /** Of the function that records a field. */
  suffixOf(field: string): string;
  /** Its elements may have a type that is a parameter. */
  isOpenArray(field: string): boolean;
}

function putMethod(
  traced: TracedType,
  index: number,
  { prefix, suffixOf, isOpenArray }: MethodOptions,
) {
  const head = `${prefix}word(at, ${(VALUE_KIND[traced.kind] << 16) | index}); uint end = at + 1;`;
  const putField = (type: string, field: string) => {
    const value = `this.${field}`;
    const put = (item: string) => `end = ${prefix}put${suffixOf(field)}(end, ${item});`;
    if (isOpenArray(field)) {
      const count = `uint(${value}.getCount())`;
      const begin = `${prefix}word(end, ${VALUE_KIND.array << 16}); ${prefix}word(end + 1, ${count}); end += 2;`;
      return `${begin} for (uint i = 0; i < min(${count}, ${MAX_ELEMENTS}); ++i) ${put(`${value}[i]`)}`;
    }
    const code = put(value);
    if (type !== OPTIONAL || field !== 'value') return code;
    return `if (this.hasValue) ${code} else ${prefix}word(end++, ${VALUE_KIND.opaque});`;
  };
  const puts =
    traced.kind === 'enum'
      ? `${prefix}word(end++, uint(this));`
      : traced.fields.map((field) => putField(traced.name, field)).join(' ');
  return `uint ${prefix}put(uint at) { ${head} ${puts} return end; }`;
}

function findMethod(
  traced: TracedType,
  _: number,
  { prefix, suffixOf, isOpenArray }: MethodOptions,
) {
  const fields = traced.kind === 'enum' ? [] : traced.fields;
  const finds = fields
    .map((field) => {
      const guard = traced.name === OPTIONAL ? 'if (this.hasValue) ' : '';
      const isArray = isOpenArray(field);
      const each = isArray ? `for (uint i = 0; i < uint(this.${field}.getCount()); ++i) ` : '';
      return `${guard}${each}found |= ${prefix}find${suffixOf(field)}(this.${field}${isArray ? '[i]' : ''});`;
    })
    .join(' ');
  return `uint ${prefix}find() { uint found = 0; ${finds} return found; }`;
}

function tupleMethod(kind: 'records' | 'non-finite', prefix: string): string {
  if (kind === 'non-finite') {
    return `uint ${prefix}find() { uint found = 0; expand found |= ${prefix}findAnyOf(each this); return found; }`;
  }
  const head = `${prefix}word(at, ${VALUE_KIND.tuple << 16} | countof(T)); uint end = at + 1;`;
  return `uint ${prefix}put(uint at) { ${head} expand end = ${prefix}putAnyOf(end, each this); return end; }`;
}

const COUNTS = ['2', '3', '4'];

/** Types that values of a type parameter are looked at for. Each is a test: rare ones have to be named. */
export function builtInTypes(kind: 'records' | 'non-finite', source: string): string[] {
  const floats = /\bhalf\d?\b/.test(source) ? ['float', 'half'] : ['float'];
  const scalars = kind === 'records' ? [...floats, 'int', 'uint', 'bool'] : floats;
  const vectors = scalars.flatMap((scalar) => COUNTS.map((count) => `${scalar}${count}`));
  const matrices = vectors.flatMap((row) => COUNTS.map((count) => `${row}x${count}`));
  const isLikely = (matrix: string) =>
    /^float(?:2x2|3x3|4x4)$/.test(matrix) || source.includes(matrix) || /\bmatrix\b/.test(source);
  return [...scalars, ...vectors, ...matrices.filter(isLikely)];
}
