import { assertNever } from '#core/util/assertNever.ts';
import { type ElementType, SCALARS, type Scalar } from './elementType.ts';
import { type StructNames, structKey } from './structNames.ts';

/** A place in a `DataView` of generated code: the value of an expression, and so many bytes more. */
export interface CodePlace {
  readonly expression: string;
  readonly bytes: number;
}

/** Where generated code is. */
export interface CodeContext {
  readonly names: StructNames;
  /** How many loops are around it. */
  readonly depth: number;
}

/** An expression for the value that a view has at a place. */
export function readExpression(type: ElementType, at: CodePlace, context: CodeContext): string {
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

/** Lines that write the value of an expression to a view. */
export function writeStatements(
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
