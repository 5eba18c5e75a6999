import { assertNever } from '#core/util/assertNever.ts';
import { commented, freeIdentifier, propertyKey, propertyOf } from './identifiers.ts';

export const LAYOUT_TYPES = `export type Vector1 = readonly [x: number];
type Vector2 = readonly [x: number, y: number];
type Vector3 = readonly [x: number, y: number, z: number];
type Vector4 = readonly [x: number, y: number, z: number, w: number];

/** How values lie in a buffer: all offsets and sizes are in bytes. */
export interface ElementLayout<Value> {
  /** From one element to the next. */
  readonly size: number;
  read(view: DataView, offset: number): Value;
  /** Of an array that is longer than the type's, the rest is ignored; what a shorter one lacks is left as it is. */
  write(view: DataView, offset: number, value: Value): void;
}

export interface StructLayout<Value> extends ElementLayout<Value> {
  readonly offsets: Readonly<Record<keyof Value, number>>;
}

function readArray<Value>(count: number, read: (index: number) => Value): Value[] {
  return Array.from({ length: count }, (_, index) => read(index));
}
`;

/** Writes a struct's interface and the object of the same name that reads and writes it. */
export function writeStruct(struct: StructElement, names: StructNames): string {
  const context = { names, depth: 0 };
  const name = names.get(structKey(struct)) ?? '';
  const called = struct.name === '' ? 'A struct' : `The struct \`${commented(struct.name)}\``;
  const members: string[] = [];
  const reads: string[] = [];
  const writes: string[] = [];
  for (const { name: own, typeName, offset, size, type } of struct.fields) {
    const at = { expression: 'offset', bytes: offset };
    const key = propertyKey(own);
    members.push(
      `  /** \`${commented(typeName)}\` at byte ${offset}, ${size} bytes. */`,
      `  ${key}: ${typescriptType(type, names)};`,
    );
    reads.push(`      ${key}: ${readExpression(type, at, context)},`);
    const lines = writeStatements(type, at, propertyOf('value', own), context);
    writes.push(...lines.map((line) => `    ${line}`));
  }
  const offsets = struct.fields.map((field) => `    ${propertyKey(field.name)}: ${field.offset},`);
  return [
    `/** ${called} of the Slang source: ${struct.size} bytes. */`,
    `export interface ${name} {`,
    ...members,
    '}',
    '',
    `export const ${name} = {`,
    `  size: ${struct.size},`,
    '  offsets: {',
    ...offsets,
    '  },',
    `  read(view: DataView, offset: number): ${name} {`,
    '    return {',
    ...reads,
    '    };',
    '  },',
    `  write(view: DataView, offset: number, value: ${name}): void {`,
    ...writes,
    '  },',
    `} as const satisfies StructLayout<${name}>;`,
    '',
  ].join('\n');
}

/** Writes the interface `Elements` and the object with the elements' layouts. */
export function writeElementLayouts(
  elements: readonly BufferElement[],
  names: StructNames,
): string {
  const context = { names, depth: 0 };
  const at = { expression: 'offset', bytes: 0 };
  const members = elements.map(({ name, typeName, type, stride }) =>
    [
      `  /** \`${commented(typeName)}\`: ${stride} bytes each. */`,
      `  readonly ${propertyKey(name)}: ${typescriptType(type, names)};`,
    ].join('\n'),
  );
  const layouts = elements.map(({ name, type, stride }) => {
    if (type.kind === 'struct' && type.size === stride) {
      return `  ${propertyKey(name)}: ${names.get(structKey(type))},`;
    }
    return [
      `  ${propertyKey(name)}: {`,
      `    size: ${stride},`,
      `    read: (view, offset) => ${readExpression(type, at, context)},`,
      '    write(view, offset, value) {',
      ...writeStatements(type, at, 'value', context).map((line) => `      ${line}`),
      '    },',
      '  },',
    ].join('\n');
  });
  return [
    '/** The elements of the structured buffers. */',
    'export interface Elements {',
    ...members,
    '}',
    '',
    'export const elementLayouts: {',
    '  readonly [Name in keyof Elements]: ElementLayout<Elements[Name]>;',
    '} = {',
    ...layouts,
    '};',
    '',
  ].join('\n');
}

function typescriptType(type: ElementType, names: StructNames): string {
  switch (type.kind) {
    case 'scalar':
      return 'number';
    case 'vector':
      return `Vector${type.count}`;
    case 'matrix': {
      const { columns, offsets } = type;
      const row = `Vector${columns}`;
      return `readonly [${Array.from({ length: offsets.length / columns }, () => row).join(', ')}]`;
    }
    case 'array': {
      const element = typescriptType(type.element, names);
      return element.startsWith('readonly ') ? `readonly (${element})[]` : `readonly ${element}[]`;
    }
    case 'struct':
      return names.get(structKey(type)) ?? '';
    default:
      return assertNever(type);
  }
}

/** A byte position in the `DataView` of generated code: the value of `expression` plus `bytes`. */
interface CodePlace {
  readonly expression: string;
  readonly bytes: number;
}

interface CodeContext {
  readonly names: StructNames;
  /** Number of enclosing loops. */
  readonly depth: number;
}

/** An expression that reads a value from a view. */
function readExpression(type: ElementType, at: CodePlace, context: CodeContext): string {
  switch (type.kind) {
    case 'scalar':
      return readScalar(type.scalar, at);
    case 'vector':
      return `[${vectorOffsets(type)
        .map((offset) => readScalar(type.scalar, further(at, offset)))
        .join(', ')}]`;
    case 'matrix': {
      const parts = type.offsets.map((offset) => readScalar(type.scalar, further(at, offset)));
      const rows = Array.from({ length: parts.length / type.columns }, (_, row) =>
        parts.slice(row * type.columns, (row + 1) * type.columns).join(', '),
      );
      return `[\n${rows.map((row) => `        [${row}],\n`).join('')}      ]`;
    }
    case 'array': {
      const { inner, index } = loop(context);
      const element = readExpression(type.element, indexed(at, index, type.stride), inner);
      return `readArray(${type.count}, (${index}) => ${element})`;
    }
    case 'struct':
      return `${context.names.get(structKey(type))}.read(view, ${written(at)})`;
    default:
      return assertNever(type);
  }
}

function writeStatements(
  type: ElementType,
  at: CodePlace,
  value: string,
  context: CodeContext,
): readonly string[] {
  switch (type.kind) {
    case 'scalar':
      return [writeScalar(type.scalar, at, value)];
    case 'vector':
      return vectorOffsets(type).map((offset, index) =>
        writeScalar(type.scalar, further(at, offset), `${value}[${index}]`),
      );
    case 'matrix':
      return type.offsets.map((offset, index) => {
        const row = Math.floor(index / type.columns);
        const part = `${value}[${row}][${index % type.columns}]`;
        return writeScalar(type.scalar, further(at, offset), part);
      });
    case 'array': {
      const { inner, index, item } = loop(context);
      const place = indexed(at, index, type.stride);
      const lines = writeStatements(type.element, place, item, inner);
      return [
        `for (const [${index}, ${item}] of ${value}.slice(0, ${type.count}).entries()) {`,
        ...lines.map((line) => `  ${line}`),
        '}',
      ];
    }
    case 'struct':
      return [`${context.names.get(structKey(type))}.write(view, ${written(at)}, ${value});`];
    default:
      return assertNever(type);
  }
}

function loop({ names, depth }: CodeContext) {
  const number = depth;
  return {
    ...{ index: `index${number}`, item: `item${number}` },
    inner: { names, depth: depth + 1 },
  };
}

function vectorOffsets({ scalar, count }: Extract<ElementType, { kind: 'vector' }>): number[] {
  return Array.from({ length: count }, (_, index) => index * SCALARS[scalar].bytes);
}

function readScalar(scalar: Scalar, at: CodePlace): string {
  const read = `view.get${SCALARS[scalar].method}(${written(at)}, true)`;
  return scalar === 'float16' ? `halfFromBits(${read})` : read;
}

function writeScalar(scalar: Scalar, at: CodePlace, value: string): string {
  const bits = scalar === 'float16' ? `halfBits(${value})` : value;
  return `view.set${SCALARS[scalar].method}(${written(at)}, ${bits}, true);`;
}

function further({ expression, bytes }: CodePlace, more: number): CodePlace {
  return { expression, bytes: bytes + more };
}

function indexed(at: CodePlace, index: string, stride: number): CodePlace {
  return { expression: `${written(at)} + ${index} * ${stride}`, bytes: 0 };
}

function written({ expression, bytes }: CodePlace): string {
  return bytes === 0 ? expression : `${expression} + ${bytes}`;
}

/** TypeScript names of structs, by `structKey`. */
type StructNames = ReadonlyMap<string, string>;

/** Identical for identical structs. The name alone is not enough, as for generic structs. */
function structKey({ name, fields, size }: StructElement): string {
  return JSON.stringify([name, size, fields]);
}

/** All structs in these elements without duplicates, inner ones first. */
export function structsOf(elements: readonly BufferElement[]): readonly StructElement[] {
  const structs = new Map<string, StructElement>();
  const add = (type: ElementType) => {
    if (type.kind === 'array') add(type.element);
    if (type.kind !== 'struct') return;
    for (const field of type.fields) add(field.type);
    structs.set(structKey(type), type);
  };
  for (const { type } of elements) add(type);
  return [...structs.values()];
}

/** @param taken names that declarations must not use; the new names are added */
export function nameStructs(structs: readonly StructElement[], taken: Set<string>): StructNames {
  return new Map(
    structs.map((struct) => [structKey(struct), freeIdentifier(struct.name || 'Element', taken)]),
  );
}

/** Where a buffer element holds its numbers, and how TypeScript represents them. */
export type ElementType =
  | { readonly kind: 'scalar'; readonly scalar: Scalar }
  | { readonly kind: 'vector'; readonly scalar: Scalar; readonly count: number }
  | {
      readonly kind: 'matrix';
      readonly scalar: Scalar;
      readonly columns: number;
      /** Byte offsets from the start of the matrix, row by row. */
      readonly offsets: readonly number[];
    }
  | {
      readonly kind: 'array';
      readonly element: ElementType;
      readonly count: number;
      /** In bytes. */
      readonly stride: number;
    }
  | StructElement;

interface StructElement {
  readonly kind: 'struct';
  readonly name: string;
  readonly fields: readonly ElementField[];
  readonly size: number;
}

interface ElementField {
  readonly name: string;
  /** Slang type, such as `float3`. */
  readonly typeName: string;
  /** In bytes, from the start of the struct. */
  readonly offset: number;
  /** In bytes. */
  readonly size: number;
  readonly type: ElementType;
}

export interface BufferElement {
  readonly name: string;
  /** Slang type of the element. */
  readonly typeName: string;
  readonly type: ElementType;
  /** In bytes. */
  readonly stride: number;
}

type Scalar = keyof typeof SCALARS;

/**
 * The scalars that WGSL allows in buffers. `method` completes the name of a `DataView` accessor.
 */
export const SCALARS = {
  float16: { bytes: 2, method: 'Uint16' },
  float32: { bytes: 4, method: 'Float32' },
  int32: { bytes: 4, method: 'Int32' },
  uint32: { bytes: 4, method: 'Uint32' },
} as const;

export function isScalar(name: string): name is Scalar {
  return Object.hasOwn(SCALARS, name);
}
