import { commented, propertyKey, propertyOf } from '#tools/export/module/identifiers.ts';
import { readExpression, writeStatements } from './accessCode.ts';
import type { BufferElement, StructElement } from './elementType.ts';
import { type StructNames, structKey } from './structNames.ts';
import { typescriptType } from './typescriptType.ts';

/** What the code of layouts calls. */
export const LAYOUT_TYPES = `export type Vector1 = readonly [x: number];
export type Vector2 = readonly [x: number, y: number];
export type Vector3 = readonly [x: number, y: number, z: number];
export type Vector4 = readonly [x: number, y: number, z: number, w: number];

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

/** The interface of a struct, and the object of its name that reads and writes it. */
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

/** The interface `Elements`, and the object with their layouts. */
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
