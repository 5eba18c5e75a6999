import { bracket, rewrite } from './changes.ts';
import { foldOperator } from './constants.ts';
import { type Context, mark, type Node, peek, type Range, textOf } from './context.ts';
import {
  glslType,
  isMatrix,
  isVector,
  shapeOf,
  type Type,
  typeOf,
  vectorOf,
  widest,
} from './types.ts';

/** Converts an operator between two values. */
export function combine(context: Context, operator: number, left: Node, right: Node): Node {
  const whole = { first: left.first, last: right.last, kind: 'operation' } as const;
  const parts = [left, right];
  switch (textOf(context, operator)) {
    case '*':
      if (isProduct(left.type, right.type)) {
        // Matrices are kept by columns, so that what multiplies comes last.
        rewrite(context, operator, whole, parts, ([a, b]) => `mul(${b}, ${a})`);
        return { ...whole, type: productOf(left.type, right.type) };
      }
      break;
    case '^^':
      rewrite(context, operator, whole, parts, ([a, b]) => `((${a}) != (${b}))`);
      return { ...whole, type: typeOf('bool') };
    case '==':
    case '!=':
      compareAll(context, operator, whole, parts);
      return { ...whole, type: typeOf('bool') };
    case '<':
      if (looksGeneric(context, left)) bracket(context, operator, whole);
      return { ...whole, type: typeOf('bool') };
    case '||':
    case '&&':
    case '>':
    case '<=':
    case '>=':
      return { ...whole, type: typeOf('bool') };
    default:
  }
  const type = widest([left.type, right.type]);
  return { ...whole, type, value: foldOperator(textOf(context, operator), left, right, type) };
}

/** How far ahead is looked for the end of an expression. */
const FAR = 200;

/** Whether Slang takes what comes for arguments of a generic type: `a.b < c && d > (e)`. */
function looksGeneric(context: Context, { last }: Node): boolean {
  if (textOf(context, last - 1) !== '.') return false;
  for (let ahead = 0, depth = 0; ahead < FAR; ahead += 1) {
    const { text } = peek(context, ahead);
    if (text === ';' || text === '') return false;
    if ('([{'.includes(text)) depth += 1;
    else if (')]}'.includes(text)) depth -= 1;
    if (depth < 0) return false;
    const next = peek(context, ahead + 1).text;
    // Some constructors become what begins with a bracket.
    if (depth === 0 && text === '>' && (next === '(' || glslType(next))) return true;
  }
  return true;
}

/** Vectors compare as a whole in GLSL, and number by number in Slang. */
function compareAll(
  context: Context,
  operator: number,
  whole: Range,
  parts: readonly Node[],
): void {
  const [type] = parts.map((part) => part.type);
  if (isVector(type ?? null) || isMatrix(type ?? null)) {
    const isEqual = textOf(context, operator) === '==';
    rewrite(context, operator, whole, parts, ([a, b]) =>
      isEqual ? `all(${a} == ${b})` : `any(${a} != ${b})`,
    );
  } else if (type && (type.dims > 0 || context.structs.has(type.name))) {
    mark(context, operator, `the comparison of two values of ${type.name}. Compare their parts.`);
    rewrite(context, operator, whole, [], () => 'false');
  }
}

/** Whether `*` multiplies as matrices do. */
export function isProduct(left: Type | null, right: Type | null): boolean {
  if (isMatrix(left)) return isMatrix(right) || isVector(right);
  return isMatrix(right) && isVector(left);
}

/** In shapes that are the other way round than GLSL’s. */
function productOf(left: Type | null, right: Type | null): Type | null {
  const a = shapeOf(left);
  const b = shapeOf(right);
  if (!a || !b) return null;
  if (a.columns !== null && b.columns !== null) return typeOf(`float${b.size}x${a.columns}`);
  return vectorOf('float', a.columns ?? b.size);
}
