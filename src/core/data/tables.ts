import { ownValue } from '#core/util/ownValue.ts';
import { plainText, textOfCell } from './cells.ts';
import { type Column, componentsOf, type ElementLayout, type NumberFormat } from './columns.ts';
import { isLong, readLong, readNumber } from './scalars.ts';

/** Elements per piece. Between pieces, the caller can yield to the page. */
const PIECE = 4096;

/** The bytes of consecutive elements. */
export interface Elements {
  readonly bytes: Uint8Array;
  readonly layout: ElementLayout;
  /** Index of the first element. */
  readonly first: number;
}

/** Cells as shown in the table, for the clipboard: one number each, without a heading. */
export function toTsv(
  elements: Elements,
  columns: readonly Column[],
  format: NumberFormat,
): string {
  const numbers = columns.flatMap(componentsOf);
  const { view, count, stride } = opened(elements);
  const lines: string[] = [];
  for (let at = 0; at < count; at += 1) {
    lines.push(numbers.map((each) => textOfCell(view, at * stride, each, format)).join('\t'));
  }
  return lines.join('\n');
}

/** A heading, then a line for each element: its index and a cell for each number. */
export function* csvPieces(elements: Elements): Generator<string> {
  const columns = elements.layout.columns.flatMap(componentsOf);
  const heading = ['index', ...columns.map(({ name }) => csvCell(name))];
  yield `${heading.join(',')}\n`;
  yield* pieces(elements, (view, start, index) => {
    const cells = columns.map((column) => csvCell(plainCell(view, start, column)));
    return `${index},${cells.join(',')}\n`;
  });
}

/**
 * An array of the elements: structs and arrays as in Slang, vectors as arrays, matrices as arrays
 * of rows. Numbers that JSON lacks, such as "NaN", and cases of enums are strings.
 */
export function* jsonPieces(elements: Elements): Generator<string> {
  const tree = treeOf(elements.layout.columns);
  let separator = '[\n';
  for (const piece of pieces(elements, (view, start) => {
    const text = separator + jsonOf(tree, view, start);
    separator = ',\n';
    return text;
  })) {
    yield piece;
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

function opened({ bytes, layout: { stride } }: Elements) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { view, stride, count: Math.floor(bytes.byteLength / stride) };
}

function* pieces(
  elements: Elements,
  lineOf: (view: DataView, start: number, index: number) => string,
): Generator<string> {
  const { view, stride, count } = opened(elements);
  for (let from = 0; from < count; from += PIECE) {
    let text = '';
    for (let at = from; at < Math.min(count, from + PIECE); at += 1) {
      text += lineOf(view, at * stride, elements.first + at);
    }
    yield text;
  }
}

/** One number in machine-readable form; enum cases and bools by name. */
function plainCell(view: DataView, start: number, { offset, scalar, cases }: Column): string {
  const value = isLong(scalar)
    ? readLong(view, start + offset, scalar)
    : readNumber(view, start + offset, scalar);
  if (scalar === 'bool') return value === 0 ? 'false' : 'true';
  return (cases && ownValue(cases, String(value))) ?? plainText(value, scalar);
}

function csvCell(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A struct, an array or a column in an element. Members are in order. */
type Tree =
  | { readonly kind: 'column'; readonly column: Column; readonly numbers: readonly Column[] }
  | { readonly kind: 'struct' | 'array'; readonly members: Map<string, Tree> };

/** Undoes the flattening: `lights[0].color` is `color` of the first of `lights`. */
function treeOf(columns: readonly Column[]): Tree {
  const root: Tree = { kind: 'struct', members: new Map() };
  for (const column of columns) {
    const path = column.name.match(/[^.[\]]+|\[\d+\]/g) ?? [];
    let at: Tree = root;
    for (const [depth, part] of path.entries()) {
      if (at.kind === 'column') break;
      const next: Tree | undefined = at.members.get(part);
      const following = path[depth + 1];
      const made: Tree = next ?? newTree(column, following);
      at.members.set(part, made);
      at = made;
    }
  }
  // An element that is not a struct has one column or one array, called `value`.
  const value = root.members.get('value');
  const isStruct = columns.some(({ name }) => !/^value(?:\[|$)/.test(name));
  return isStruct || !value ? root : value;
}

function newTree(column: Column, following: string | undefined): Tree {
  if (following === undefined) return { kind: 'column', column, numbers: componentsOf(column) };
  return { kind: following.startsWith('[') ? 'array' : 'struct', members: new Map() };
}

function jsonOf(tree: Tree, view: DataView, start: number): string {
  switch (tree.kind) {
    case 'struct': {
      const members = [...tree.members].map(
        ([name, member]) => `${JSON.stringify(name)}: ${jsonOf(member, view, start)}`,
      );
      return `{${members.join(', ')}}`;
    }
    case 'array':
      return `[${[...tree.members.values()].map((each) => jsonOf(each, view, start)).join(', ')}]`;
    default:
      return jsonOfColumn(tree.column, tree.numbers, view, start);
  }
}

function jsonOfColumn(
  { shape: [rows, columns] }: Column,
  numbers: readonly Column[],
  view: DataView,
  start: number,
): string {
  const texts = numbers.map((number) => jsonNumber(plainCell(view, start, number)));
  if (texts.length === 1) return texts[0] ?? 'null';
  const row = (at: number) => `[${texts.slice(at * columns, (at + 1) * columns).join(', ')}]`;
  if (rows === 1) return row(0);
  return `[${Array.from({ length: rows }, (_, at) => row(at)).join(', ')}]`;
}

function jsonNumber(text: string): string {
  return /^-?\d/.test(text) || text === 'true' || text === 'false'
    ? text.replace('e+', 'e')
    : JSON.stringify(text);
}
