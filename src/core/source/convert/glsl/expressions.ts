import { callFunction, construct } from './calls.ts';
import { bracket, rename, rewrite } from './changes.ts';
import { foldCall, foldConstructor, foldOperator, literalValue } from './constants.ts';
import {
  accept,
  type Context,
  expect,
  expectWord,
  inputNamed,
  isNext,
  lookUp,
  mark,
  type Node,
  noteImage,
  peek,
  type Range,
  textOf,
  unexpected,
  within,
} from './context.ts';
import { isChannel } from './inputs.ts';
import { slangName } from './names.ts';
import {
  countOf,
  elementOf,
  glslType,
  IMAGE,
  isMatrix,
  isSwizzle,
  isVector,
  shapeOf,
  type Type,
  typeOf,
  vectorOf,
  widest,
} from './types.ts';

const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['^^'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '>', '<=', '>='],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
];

const ASSIGNMENTS = new Set(['=', '+=', '-=', '*=', '/=', '%=', '&=', '|=', '^=', '<<=', '>>=']);

export function readSizes(context: Context): Size[] {
  const sizes: Size[] = [];
  while (isNext(context, '[')) {
    const open = context.at;
    context.at += 1;
    const node = isNext(context, ']') ? null : readExpression(context);
    expect(context, ']');
    // Slang computes array sizes from integers only.
    if (node?.value && !isPlainSize(context, node)) {
      rewrite(context, open, node, [], () => `${node.value}`);
    }
    sizes.push({ open, close: context.at - 1, node });
  }
  return sizes;
}

/** Reads an expression, including comma operators. */
export function readExpression(context: Context): Node {
  let node = readAssignment(context);
  while (accept(context, ',')) {
    const { last, type } = readAssignment(context);
    node = { first: node.first, last, type, kind: 'assignment' };
  }
  return node;
}

/** Reads an expression that is a statement or starts a `for`. */
export function readExpressionStatement(context: Context): void {
  const node = readAssignment(context);
  // Slang reads “a * b” as a pointer declaration, and “a * b < c” as a generic type.
  if (node.kind === 'operation' && context.tokens[node.first]?.kind === 'word') {
    bracket(context, context.at, node);
  }
  if (accept(context, ',')) readExpression(context);
}

/** Reads an expression without comma operators, such as an argument. */
export function readAssignment(context: Context): Node {
  return within(context, () => {
    const left = readTernary(context);
    const operator = context.at;
    if (!ASSIGNMENTS.has(peek(context).text)) return left;
    context.at += 1;
    const right = readAssignment(context);
    const whole: Node = { ...joined(left, right), type: left.type, kind: 'assignment' };
    if (textOf(context, operator) === '*=' && isProduct(left.type, right.type)) {
      rewrite(context, operator, whole, [left, right], ([a, b]) => `${a} = mul(${b}, ${a})`);
    }
    return whole;
  });
}

function readTernary(context: Context): Node {
  const condition = readBinary(context, 0);
  const question = context.at;
  if (!accept(context, '?')) return condition;
  const chosen = readExpression(context);
  const colon = context.at;
  expect(context, ':');
  const other = readAssignment(context);
  // Slang requires parentheses around assignments here.
  if (chosen.kind === 'assignment') bracket(context, question, chosen);
  if (other.kind === 'assignment') bracket(context, colon, other);
  const type = widest([chosen.type, other.type]) ?? chosen.type;
  return { ...joined(condition, other), type, kind: 'operation' };
}

function joined({ first }: Node, { last }: Node) {
  return { first, last };
}

function readBinary(context: Context, level: number): Node {
  const operators = LEVELS[level];
  if (!operators) return readUnary(context);
  let left = readBinary(context, level + 1);
  while (operators.includes(peek(context).text)) {
    const operator = context.at;
    context.at += 1;
    const right = readBinary(context, level + 1);
    left = combine(context, operator, left, right);
  }
  return left;
}

function readUnary(context: Context): Node {
  const first = context.at;
  const operator = peek(context).text;
  if (!['+', '-', '!', '~', '++', '--'].includes(operator)) return readPostfix(context);
  return within(context, () => {
    context.at += 1;
    const { last, type, value } = readUnary(context);
    const isSign = operator === '-' || operator === '+';
    const negated = operator === '-' ? value?.map((each) => -each) : value;
    return { first, last, type, value: isSign ? (negated ?? null) : null };
  });
}

function readPostfix(context: Context): Node {
  let node = readPrimary(context);
  for (;;) {
    const { text } = peek(context);
    if (text === '.') node = readMember(context, node);
    else if (text === '[') node = readIndex(context, node);
    else if (text === '++' || text === '--') {
      node = { first: node.first, last: context.at, type: node.type };
      context.at += 1;
    } else return node;
  }
}

function readIndex(context: Context, { first, type }: Node): Node {
  const isOfChannels = textOf(context, first) === 'iChannelResolution';
  expect(context, '[');
  const { value } = readExpression(context);
  expect(context, ']');
  if (isOfChannels) noteImage(context, `iChannel${value?.[0]}`);
  return { first, last: context.at - 1, type: elementOf(type) };
}

function readMember(context: Context, { first, type, value, length }: Node): Node {
  expect(context, '.');
  const word = expectWord(context);
  const name = textOf(context, word);
  if (name === 'length' && isNext(context, '(')) {
    rename(context, word, 'getCount');
    context.at += 1;
    expect(context, ')');
    const count = type?.dims ? length : countOf(type);
    const known = typeof count === 'number' ? [count] : null;
    return { first, last: context.at - 1, type: typeOf('int'), value: known };
  }
  const node = { first, last: word };
  const fields = type?.dims === 0 ? context.structs.get(type.name) : undefined;
  if (fields) {
    rename(context, word, slangName(name));
    return { ...node, type: fields.get(name) ?? null };
  }
  const shape = shapeOf(type);
  if (!shape || !isSwizzle(name)) return { ...node, type: null };
  const places = [...name].map((letter) => 'xyzwstpqrgba'.indexOf(letter) % 4);
  if (/[stpq]/.test(name)) rename(context, word, places.map((place) => 'xyzw'[place]).join(''));
  const numbers = value ? places.map((place) => value[place] ?? Number.NaN) : null;
  return { ...node, type: vectorOf(shape.scalar, name.length), value: numbers };
}

function readPrimary(context: Context): Node {
  const first = context.at;
  const { kind, text } = peek(context);
  if (kind === 'number') {
    context.at += 1;
    // Slang reads 00.25 as octal.
    if (/^0+\d/.test(text) && isFloat(text)) rename(context, first, text.replace(/^0+(?=\d)/, ''));
    return { first, last: first, type: numberType(text), value: literalValue(text) };
  }
  if (text === '(') {
    context.at += 1;
    const inner = within(context, () => readExpression(context));
    expect(context, ')');
    const { type, value = null, length = null } = inner;
    return { first, last: context.at - 1, type, value, length };
  }
  if (kind !== 'word') throw unexpected(context, 'a value');
  if (text === 'true' || text === 'false') {
    context.at += 1;
    return { first, last: first, type: typeOf('bool') };
  }
  const type = glslType(text) ?? (context.structs.has(text) ? typeOf(text) : null);
  if (type) return readConstructor(context, type);
  if (peek(context, 1).text === '(') return readCall(context);
  return readName(context);
}

function numberType(text: string): Type {
  if (isFloat(text)) return typeOf('float');
  return typeOf(/u$/i.test(text) ? 'uint' : 'int');
}

function isFloat(text: string): boolean {
  return !/^0[xX]/.test(text) && /[.eEfF]/.test(text);
}

function readName(context: Context): Node {
  const first = context.at;
  const { text } = peek(context);
  context.at += 1;
  const declared = lookUp(context, text);
  if (declared !== undefined) {
    rename(context, first, slangName(text));
    return { first, last: first, ...declared };
  }
  const input = inputNamed(context, text);
  if (input) {
    context.inputs.add(text);
    if (input.name) rename(context, first, input.name);
    if (input.lost) mark(context, first, input.lost);
    return { first, last: first, type: input.type };
  }
  if (isChannel(text)) return { first, last: first, type: IMAGE };
  rename(context, first, slangName(text));
  return { first, last: first, type: null };
}

/** Reads `vec3(…)`, `mat2(…)`, `Ray(…)` or `float[3](…)`. The type is the next token. */
function readConstructor(context: Context, type: Type): Node {
  const first = context.at;
  context.at += 1;
  if (isNext(context, '[')) return readArray(context, first, type);
  const args = readArguments(context);
  const whole = { first, last: context.at - 1 };
  construct(context, whole, type, args);
  return { ...whole, type, value: foldConstructor(type, args) };
}

function readArray(context: Context, first: number, element: Type): Node {
  const sizes = readSizes(context);
  const [outer] = sizes;
  const open = context.at;
  const args = readArguments(context);
  const whole = { first, last: context.at - 1 };
  const isInitial = textOf(context, first - 1) === '=' && [',', ';'].includes(peek(context).text);
  if (isInitial) {
    rewrite(context, open, whole, args, (texts) => `{ ${texts.join(', ')} }`);
  } else {
    rename(
      context,
      first,
      glslType(textOf(context, first)) ? element.name : slangName(element.name),
    );
    writeTypeSizes(context, sizes, args.length);
  }
  const type = { name: element.name, dims: element.dims + sizes.length };
  return { ...whole, type, length: outer?.node?.value?.[0] ?? args.length };
}

function readArguments(context: Context): Node[] {
  const args: Node[] = [];
  expect(context, '(');
  if (isNext(context, 'void') && peek(context, 1).text === ')') context.at += 1;
  while (!isNext(context, ')')) {
    args.push(readAssignment(context));
    if (!isNext(context, ')')) expect(context, ',');
  }
  expect(context, ')');
  return args;
}

function readCall(context: Context): Node {
  const first = context.at;
  context.at += 1;
  const args = readArguments(context);
  const whole = { first, last: context.at - 1 };
  const type = callFunction(context, whole, args);
  return { ...whole, type, value: foldCall(textOf(context, first), args, type) };
}

function combine(context: Context, operator: number, left: Node, right: Node): Node {
  const whole = { first: left.first, last: right.last, kind: 'operation' } as const;
  const parts = [left, right];
  switch (textOf(context, operator)) {
    case '*':
      if (isProduct(left.type, right.type)) {
        // GLSL’s columns are rows here, so the factors swap.
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

/** How many tokens to look ahead for the end of an expression. */
const FAR = 200;

/** Whether Slang would read the next tokens as generic arguments: `a.b < c && d > (e)`. */
function looksGeneric(context: Context, { last }: Node): boolean {
  if (textOf(context, last - 1) !== '.') return false;
  for (let ahead = 0, depth = 0; ahead < FAR; ahead += 1) {
    const { text } = peek(context, ahead);
    if (text === ';' || text === '') return false;
    if ('([{'.includes(text)) depth += 1;
    else if (')]}'.includes(text)) depth -= 1;
    if (depth < 0) return false;
    const next = peek(context, ahead + 1).text;
    // Some constructors become text that starts with a parenthesis.
    if (depth === 0 && text === '>' && (next === '(' || glslType(next))) return true;
  }
  return true;
}

/** GLSL compares vectors as a whole, Slang component by component. */
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

/** Whether `*` is a matrix product. */
function isProduct(left: Type | null, right: Type | null): boolean {
  if (isMatrix(left)) return isMatrix(right) || isVector(right);
  return isMatrix(right) && isVector(left);
}

/** The type of a matrix product. Shapes are transposed relative to GLSL’s. */
function productOf(left: Type | null, right: Type | null): Type | null {
  const a = shapeOf(left);
  const b = shapeOf(right);
  if (!a || !b) return null;
  if (a.columns !== null && b.columns !== null) return typeOf(`float${b.size}x${a.columns}`);
  return vectorOf('float', a.columns ?? b.size);
}

/** An array size in brackets; `node` is null if the initial value determines the size. */
interface Size {
  readonly open: number;
  readonly close: number;
  readonly node: Node | null;
}

/** Whether a size has only numbers, names and operators, as Slang requires. */
function isPlainSize({ tokens }: Context, { first, last }: Node): boolean {
  return tokens
    .slice(first, last + 1)
    .every(
      ({ kind, text }, at) =>
        text !== '.' && !(kind === 'word' && tokens[first + at + 1]?.text === '('),
    );
}

/**
 * Writes the sizes of a type. GLSL names the outer array first, Slang last.
 *
 * @param count elements of the outer array, where its size is omitted
 */
export function writeTypeSizes(
  context: Context,
  sizes: readonly Size[],
  count: number | null,
): void {
  const [outer] = sizes;
  const last = sizes.at(-1);
  if (!outer || !last) return;
  const written = sizes.flatMap(({ node }) => (node ? [node] : []));
  if (sizes.length === 1 && (outer.node || count === null)) return;
  const whole = { first: outer.open, last: last.close };
  rewrite(context, outer.open, whole, written, (texts) => {
    const rest = [...texts];
    const all = sizes.map(({ node }) => (node ? rest.shift() : `${count ?? ''}`));
    return all
      .reverse()
      .map((size) => `[${size}]`)
      .join('');
  });
}
