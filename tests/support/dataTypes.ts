import type { ReflectedType } from '#core/plan/reflection/reflection.ts';
import { fc } from './property.ts';

/** A type of plain data that WGSL allows in buffers. */
export type DataType =
  | { readonly kind: 'numbers'; readonly name: string }
  | { readonly kind: 'array'; readonly element: DataType; readonly count: number }
  | DataStruct;

interface DataStruct {
  readonly kind: 'struct';
  readonly fields: readonly DataType[];
}

const SCALARS = { float: 'float32', half: 'float16', int: 'int32', uint: 'uint32' } as const;
type Scalar = keyof typeof SCALARS;

const numbers = fc
  .tuple(fc.constantFrom('float', 'half', 'int', 'uint'), fc.integer({ min: 1, max: 4 }))
  .map(([scalar, count]) => (count === 1 ? scalar : `${scalar}${count}`));
const side = fc.integer({ min: 2, max: 4 });
const matrix = fc
  .tuple(fc.constantFrom('float', 'half'), side, side)
  .map(([scalar, rows, columns]) => `${scalar}${rows}x${columns}`);

/** Arrays of arrays are left out, since Slang and HLSL write their lengths in another order. */
const { struct } = fc.letrec<{ numbers: DataType; array: DataType; struct: DataStruct }>((tie) => ({
  numbers: fc.record({ kind: fc.constant('numbers'), name: fc.oneof(numbers, matrix) }),
  array: fc.record({
    kind: fc.constant('array'),
    element: fc.oneof({ maxDepth: 2 }, tie('numbers'), tie('struct')),
    count: fc.integer({ min: 1, max: 5 }),
  }),
  struct: fc.record({
    kind: fc.constant('struct'),
    fields: fc.array(fc.oneof({ maxDepth: 2 }, tie('numbers'), tie('array'), tie('struct')), {
      ...{ minLength: 1, maxLength: 5 },
    }),
  }),
}));

export const dataStruct = struct;

/** The type as reflected, for a layout that only needs to know that fields have bytes. */
export function reflectedType(type: DataType): ReflectedType {
  switch (type.kind) {
    case 'numbers': {
      const [, scalar = '', rows = 1, columns] = /^([a-z]+)(\d?)(?:x(\d))?$/.exec(type.name) ?? [];
      const elementType = { kind: 'scalar', scalarType: SCALARS[scalar as Scalar] } as const;
      const rowCount = Number(rows);
      if (columns) return { kind: 'matrix', rowCount, columnCount: Number(columns), elementType };
      return rows ? { kind: 'vector', elementCount: rowCount, elementType } : elementType;
    }
    case 'array': {
      const elementType = reflectedType(type.element);
      return { kind: 'array', elementCount: type.count, elementType, stride: 0 };
    }
    case 'struct':
      return {
        kind: 'struct',
        name: 'S',
        fields: type.fields.map((field, index) => ({
          ...{ name: `f${index}`, type: reflectedType(field), attributes: [] },
          bindings: [{ kind: 'uniform', offset: 0, size: 1 }],
        })),
      };
  }
}

/** The name of a type in Slang. Adds the declarations of its structs, inner ones first. */
export function declareType(type: DataType, declarations: string[]): string {
  switch (type.kind) {
    case 'numbers':
      return type.name;
    case 'array':
      return `${declareType(type.element, declarations)}[${type.count}]`;
    case 'struct': {
      const fields = type.fields.map((each) => declareType(each, declarations));
      const name = `Struct${declarations.length}`;
      const members = fields.map((each, index) => `${each} f${index};`);
      declarations.push(`struct ${name} { ${members.join(' ')} };`);
      return name;
    }
  }
}
