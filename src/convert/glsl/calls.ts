import { BUILTINS, type Builtin } from './builtins.ts';
import {
  type Context,
  mark,
  type Node,
  rename,
  rewrite,
  type Signature,
  textOf,
} from './context.ts';
import { slangName } from './names.ts';
import { countOf, isMatrix, isVector, shapeOf, type Type } from './types.ts';

/** Converts `vec3(…)`, `mat2(…)` or `Ray(…)`. */
export function construct(
  context: Context,
  whole: Omit<Node, 'type'>,
  type: Type,
  args: readonly Node[],
): void {
  const { first } = whole;
  const [only] = args;
  const write = only && args.length === 1 ? constructFromOne(type, only.type) : null;
  if (context.structs.has(type.name)) rename(context, first, slangName(type.name));
  else if (write) rewrite(context, first, whole, args, ([text]) => write(text ?? ''));
  else if (isMatrix(type) && !isPlainMatrix(type, args)) constructMixed(context, whole, type, args);
  else rename(context, first, type.name);
}

/** How a value is made of one value, where its type as a function does not do that. */
function constructFromOne(type: Type, from: Type | null): ((text: string) => string) | null {
  const wanted = shapeOf(type);
  const given = shapeOf(from);
  if (!wanted || !given) return null;
  if (wanted.columns !== null) {
    const { size, columns } = wanted;
    if (given.columns !== null) return resized(type, given.size, given.columns);
    if (given.size > 1) return null;
    return (text) =>
      rows(type, size, (row) => numbers(columns, (at) => (at === row ? `float(${text})` : '0.0')));
  }
  if (given.columns !== null || given.size <= wanted.size) return null;
  const letters = 'xyzw'.slice(0, wanted.size);
  const convert = wanted.scalar === given.scalar ? '' : type.name;
  return (text) => (convert === '' ? `(${text}).${letters}` : `${convert}((${text}).${letters})`);
}

/** What a larger matrix has besides is that of the identity. */
function resized(type: Type, size: number, width: number): ((text: string) => string) | null {
  const wanted = shapeOf(type);
  if (!wanted?.columns) return null;
  const { columns } = wanted;
  if (size >= wanted.size && width >= columns) {
    return size === wanted.size && width === columns ? null : (text) => `((${type.name})(${text}))`;
  }
  return (text) =>
    rows(type, wanted.size, (row) =>
      numbers(columns, (at) => {
        if (row < size && at < width) return `(${text})[${row}][${at}]`;
        return at === row ? '1.0' : '0.0';
      }),
    );
}

function rows(type: Type, size: number, row: (index: number) => string): string {
  return `${type.name}(${Array.from({ length: size }, (_, index) => row(index)).join(', ')})`;
}

function numbers(count: number, at: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => at(index)).join(', ');
}

/** All numbers, or all columns. */
function isPlainMatrix(type: Type, args: readonly Node[]): boolean {
  const shape = shapeOf(type);
  const sizes = args.map((arg) => countOf(arg.type));
  if (!shape?.columns || sizes.includes(null)) return true;
  if (args.length === shape.size * shape.columns) return true;
  return args.length === shape.size && sizes.every((size) => size === shape.columns);
}

function constructMixed(
  context: Context,
  whole: Omit<Node, 'type'>,
  type: Type,
  args: readonly Node[],
): void {
  rewrite(context, whole.first, whole, args, (texts) => {
    const parts = texts.flatMap((text, index) => {
      const argument = args[index]?.type ?? null;
      if (!isVector(argument)) return [text];
      const letters = [...'xyzw'.slice(0, countOf(argument) ?? 1)];
      return letters.map((letter) => `(${text}).${letter}`);
    });
    return `${type.name}(${parts.join(', ')})`;
  });
}

/** Converts a call of a function; returns what it gives. */
export function callFunction(
  context: Context,
  whole: Omit<Node, 'type'>,
  args: readonly Node[],
): Type | null {
  const { first } = whole;
  const name = textOf(context, first);
  const declared = context.functions.get(name);
  if (declared) {
    rename(context, first, slangName(name));
    return resultOf(
      declared,
      args.map((arg) => arg.type),
    );
  }
  const builtin = BUILTINS.get(name);
  if (builtin) return callBuiltin(context, whole, args, builtin);
  mark(context, first, `the call of “${name}”, which is declared nowhere before it.`);
  return null;
}

function callBuiltin(
  context: Context,
  whole: Omit<Node, 'type'>,
  args: readonly Node[],
  { name, result, write, helper, lost }: Builtin,
): Type | null {
  const { first } = whole;
  const types = args.map((arg) => arg.type);
  if (lost !== undefined) {
    mark(context, first, lost);
    context.inputs.add('iResolution');
  }
  const added = helper?.(types);
  if (added) context.helpers.add(added);
  const texts = args.map((_, index) => `${index}`);
  if (write && write(texts, types) !== null) {
    rewrite(context, first, whole, args, (written) => write(written, types) ?? '');
  } else if (name !== undefined) rename(context, first, name);
  return result(types);
}

function resultOf(signatures: readonly Signature[], types: readonly (Type | null)[]): Type | null {
  const fitting = signatures.filter(({ params }) => params.length === types.length);
  const exact = fitting.find(({ params }) =>
    params.every((param, index) => param?.name === types[index]?.name),
  );
  return (exact ?? fitting[0] ?? signatures[0])?.result ?? null;
}
