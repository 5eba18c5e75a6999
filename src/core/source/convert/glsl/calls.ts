import { type Builtin, builtinNamed } from './builtins.ts';
import { rename, rewrite } from './changes.ts';
import {
  type Context,
  mark,
  type Node,
  noteImage,
  type Range,
  type Signature,
  textOf,
} from './context.ts';
import { slangName } from './names.ts';
import { countOf, isMatrix, isVector, shapeOf, type Type } from './types.ts';

/** Converts a constructor: `vec3(…)`, `mat2(…)` or `Ray(…)`. */
export function construct(context: Context, whole: Range, type: Type, args: readonly Node[]): void {
  const { first } = whole;
  const [only] = args;
  const write = only && args.length === 1 ? constructFromOne(context, type, only.type) : null;
  if (context.structs.has(type.name)) rename(context, first, slangName(type.name));
  else if (write) rewrite(context, first, whole, args, ([text]) => write(text ?? ''));
  else if (isMatrix(type) && !isPlainMatrix(type, args)) constructMixed(context, whole, type, args);
  else {
    if (isVector(type)) shortenLast(context, whole, type, args);
    rename(context, first, type.name);
  }
}

/** Removes surplus components of the last argument, which GLSL ignores. */
function shortenLast(context: Context, { first }: Range, type: Type, args: readonly Node[]): void {
  const last = args.at(-1);
  const counts = args.map((arg) => countOf(arg.type) ?? Number.NaN);
  const sum = counts.reduce((total, count) => total + count, 0);
  const kept = (counts.at(-1) ?? 0) - (sum - (countOf(type) ?? 0));
  if (!last || !isVector(last.type) || !(kept > 0 && kept < (counts.at(-1) ?? 0))) return;
  rewrite(context, first, last, [last], ([text]) => `(${text}).${'xyzw'.slice(0, kept)}`);
}

/** Writes a constructor with one argument; null where calling the type by name works. */
function constructFromOne(
  { helpers }: Context,
  type: Type,
  from: Type | null,
): ((text: string) => string) | null {
  const wanted = shapeOf(type);
  const given = shapeOf(from);
  if (!wanted || !given) return null;
  if (wanted.columns !== null) {
    if (given.size > 1 && given.columns === null) return null;
    if (given.columns === wanted.columns && given.size === wanted.size) return null;
    if (given.columns !== null && given.size >= wanted.size && given.columns >= wanted.columns) {
      return (text) => `((${type.name})(${text}))`;
    }
    const helper = given.columns === null ? diagonalOf(type) : enlargedOf(type, from);
    helpers.add(helper.text);
    return (text) => `${helper.name}(${text})`;
  }
  if (given.columns !== null || given.size <= wanted.size) return null;
  const letters = 'xyzw'.slice(0, wanted.size);
  const convert = wanted.scalar === given.scalar ? '' : type.name;
  return (text) => (convert === '' ? `(${text}).${letters}` : `${convert}((${text}).${letters})`);
}

interface Helper {
  readonly name: string;
  readonly text: string;
}

/** A function that makes a matrix with a number on its diagonal. */
function diagonalOf(type: Type): Helper {
  const name = `diagonal${type.name.slice('float'.length)}`;
  const cells = cellsOf(type, (row, column) => (row === column ? 'x' : '0.0'));
  const text = `/// The matrix with \`x\` in its diagonal.
${type.name} ${name}(float x)
{
    return ${type.name}(${cells});
}`;
  return { name, text };
}

/** A function that enlarges a matrix with the cells of the identity. */
function enlargedOf(type: Type, from: Type | null): Helper {
  const given = shapeOf(from);
  const name = `enlarged${type.name.slice('float'.length)}`;
  const cells = cellsOf(type, (row, column) => {
    if (given && row < given.size && column < (given.columns ?? 0)) return `m[${row}][${column}]`;
    return row === column ? '1.0' : '0.0';
  });
  const text = `/// The identity with \`m\` in its corner.
${type.name} ${name}(${from?.name} m)
{
    return ${type.name}(${cells});
}`;
  return { name, text };
}

function cellsOf(type: Type, cell: (row: number, column: number) => string): string {
  const { size = 0, columns = 0 } = shapeOf(type) ?? {};
  const across = Array.from({ length: columns ?? 0 }, (_, column) => column);
  const rows = Array.from({ length: size }, (_, row) => across.map((column) => cell(row, column)));
  return rows.flat().join(', ');
}

/** Whether the arguments are all numbers or all columns, or their types are unknown. */
function isPlainMatrix(type: Type, args: readonly Node[]): boolean {
  const shape = shapeOf(type);
  const sizes = args.map((arg) => countOf(arg.type));
  if (!shape?.columns || sizes.includes(null)) return true;
  if (args.length === shape.size * shape.columns) return true;
  return args.length === shape.size && sizes.every((size) => size === shape.columns);
}

function constructMixed(context: Context, whole: Range, type: Type, args: readonly Node[]): void {
  rewrite(context, whole.first, whole, args, (texts) => {
    const parts = texts.flatMap((text, index) => {
      const argument = args[index]?.type ?? null;
      if (!isVector(argument)) return [text];
      const letters = [...'xyzw'.slice(0, countOf(argument) ?? 1)];
      return letters.map((letter) => `(${text}).${letter}`);
    });
    return `${type.name}(${parts.slice(0, countOf(type) ?? undefined).join(', ')})`;
  });
}

/** Converts a function call; returns its result type. */
export function callFunction(context: Context, whole: Range, args: readonly Node[]): Type | null {
  const { first } = whole;
  const name = textOf(context, first);
  const types = args.map((arg) => arg.type);
  const declared = context.functions.get(name);
  const builtin = builtinNamed(name, context.form);
  // A source may overload GLSL’s own functions.
  const fitting = declared && (findSignature(declared, types) ?? (builtin ? null : declared[0]));
  if (fitting) {
    rename(context, first, slangName(name));
    noteImages(context, args);
    return fitting.result;
  }
  if (builtin) return callBuiltin(context, whole, args, builtin);
  mark(context, first, `the call of “${name}”, which is declared nowhere before it.`);
  return null;
}

function noteImages(context: Context, args: readonly Node[]): void {
  for (const { first } of args) noteImage(context, textOf(context, first));
}

function callBuiltin(
  context: Context,
  whole: Range,
  args: readonly Node[],
  { name, result, write, helpers, input, lost }: Builtin,
): Type | null {
  const { first } = whole;
  const types = args.map((arg) => arg.type);
  const reason = lost?.(types) ?? null;
  if (reason === null) noteImages(context, args);
  else mark(context, first, reason);
  if (input !== undefined) context.inputs.add(input);
  for (const helper of helpers?.(types) ?? []) context.helpers.add(helper);
  const texts = args.map((_, index) => `${index}`);
  if (write && write(texts, types) !== null) {
    rewrite(context, first, whole, args, (written) => write(written, types) ?? '');
  } else if (name !== undefined) rename(context, first, name);
  return result(types);
}

/** The signature with these parameter types; if some are unknown, any with as many parameters. */
function findSignature(
  signatures: readonly Signature[],
  types: readonly (Type | null)[],
): Signature | null {
  const fitting = signatures.filter(({ params }) => params.length === types.length);
  const exact = fitting.find(({ params }) =>
    params.every((param, index) => param?.name === types[index]?.name),
  );
  return exact ?? (types.includes(null) ? fitting[0] : null) ?? null;
}
