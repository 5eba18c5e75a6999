import { OPTIONAL, type OwnType } from './ownTypes.ts';
import type { TracedType } from './site.ts';
import { VALUE_KIND } from './traceLayout.ts';

/** How the values of types are recorded. */
export interface TypeCode {
  /** A line that makes a type of the source one whose values are recorded. */
  extension(type: OwnType, index: number): string;
  /** Begins the function that looks at a value's type when it is used. */
  readonly begin: string;
  /** A line of that function. */
  test(type: string): string;
  readonly end: string;
}

/** @param prefix of names in the trace code */
export function typeCode(kind: 'records' | 'non-finite', prefix: string): TypeCode {
  const isRecords = kind === 'records';
  const method = isRecords ? putMethod : findMethod;
  const call = isRecords ? 'put(at)' : 'find()';
  const parameters = isRecords ? 'uint at, T value' : 'T value';
  return {
    extension({ traced, type, generics, constraints }, index) {
      const body = method(traced, index, { prefix, isGeneric: generics !== '' });
      const head = ['extension', generics, type, `: ${prefix}IValue`, constraints];
      return `${head.filter((part) => part !== '').join(' ')} { ${body} }`;
    },
    begin: `uint ${prefix}${isRecords ? 'put' : 'find'}AnyOf<T>(${parameters}) {`,
    test: (type) => `if (value is ${type}) return (value as ${type}).value.${prefix}${call};`,
    end: isRecords ? `return ${prefix}putAny(at, value); }` : 'return 0; }',
  };
}

interface MethodOptions {
  readonly prefix: string;
  /** Types of fields may be parameters. */
  readonly isGeneric: boolean;
}

function putMethod(traced: TracedType, index: number, { prefix, isGeneric }: MethodOptions) {
  const head = `${prefix}word(at, ${(VALUE_KIND[traced.kind] << 16) | index}); uint end = at + 1;`;
  const put = `${prefix}putAny${isGeneric ? 'Of' : ''}`;
  const putField = (type: string, field: string) => {
    const code = `end = ${put}(end, this.${field});`;
    if (type !== OPTIONAL || field !== 'value') return code;
    return `if (this.hasValue) ${code} else ${prefix}word(end++, ${VALUE_KIND.opaque});`;
  };
  const puts =
    traced.kind === 'enum'
      ? `${prefix}word(end++, uint(this));`
      : traced.fields.map((field) => putField(traced.name, field)).join(' ');
  return `uint ${prefix}put(uint at) { ${head} ${puts} return end; }`;
}

function findMethod(traced: TracedType, _: number, { prefix, isGeneric }: MethodOptions) {
  const fields = traced.kind === 'enum' ? [] : traced.fields;
  const find = `${prefix}findAny${isGeneric ? 'Of' : ''}`;
  const finds = fields
    .map((field) => {
      const guard = traced.name === OPTIONAL ? 'if (this.hasValue) ' : '';
      return `${guard}found |= ${find}(this.${field});`;
    })
    .join(' ');
  return `uint ${prefix}find() { uint found = 0; ${finds} return found; }`;
}

const COUNTS = ['', '2', '3', '4'];

/** Types that values of a type parameter are looked at for. */
export function builtInTypes(kind: 'records' | 'non-finite', hasHalf: boolean): string[] {
  const floats = hasHalf ? ['float', 'half'] : ['float'];
  const scalars = kind === 'records' ? [...floats, 'int', 'uint', 'bool'] : floats;
  const vectors = scalars.flatMap((scalar) => COUNTS.map((count) => `${scalar}${count}`));
  return [...vectors, 'float2x2', 'float3x3', 'float4x4'];
}
