import { callFunction, construct } from './calls.ts';
import {
  accept,
  type Context,
  expect,
  expectWord,
  isNext,
  lookUp,
  mark,
  type Node,
  peek,
  rename,
  rewrite,
  textOf,
  unexpected,
  within,
} from './context.ts';
import { INPUTS, isChannel } from './inputs.ts';
import { slangName } from './names.ts';
import { combine, isProduct } from './operators.ts';
import {
  elementOf,
  glslType,
  isSwizzle,
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

/** An expression with its commas. */
export function readExpression(context: Context): Node {
  let node = readAssignment(context);
  while (accept(context, ',')) node = { ...readAssignment(context), first: node.first };
  return node;
}

/** What an argument can be. */
export function readAssignment(context: Context): Node {
  return within(context, () => {
    const left = readTernary(context);
    const operator = context.at;
    if (!ASSIGNMENTS.has(peek(context).text)) return left;
    context.at += 1;
    const right = readAssignment(context);
    const whole = { first: left.first, last: right.last, type: left.type };
    if (textOf(context, operator) === '*=' && isProduct(left.type, right.type)) {
      rewrite(context, operator, whole, [left, right], ([a, b]) => `${a} = mul(${b}, ${a})`);
    }
    return whole;
  });
}

function readTernary(context: Context): Node {
  const condition = readBinary(context, 0);
  if (!accept(context, '?')) return condition;
  const chosen = readAssignment(context);
  expect(context, ':');
  const other = readAssignment(context);
  return {
    first: condition.first,
    last: other.last,
    type: widest([chosen.type, other.type]) ?? chosen.type,
  };
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
    const { last, type } = readUnary(context);
    return { first, last, type };
  });
}

function readPostfix(context: Context): Node {
  let node = readPrimary(context);
  for (;;) {
    const { text } = peek(context);
    if (text === '.') node = readMember(context, node);
    else if (text === '[') node = readIndex(context, node);
    else if (text === '++' || text === '--') {
      node = { ...node, last: context.at };
      context.at += 1;
    } else return node;
  }
}

function readIndex(context: Context, { first, type }: Node): Node {
  expect(context, '[');
  readExpression(context);
  expect(context, ']');
  return { first, last: context.at - 1, type: elementOf(type) };
}

function readMember(context: Context, { first, type }: Node): Node {
  expect(context, '.');
  const word = expectWord(context);
  const name = textOf(context, word);
  if (name === 'length' && isNext(context, '(')) {
    rename(context, word, 'getCount');
    context.at += 1;
    expect(context, ')');
    return { first, last: context.at - 1, type: typeOf('int') };
  }
  const node = { first, last: word };
  const fields = type?.dims === 0 ? context.structs.get(type.name) : undefined;
  if (fields) {
    rename(context, word, slangName(name));
    return { ...node, type: fields.get(name) ?? null };
  }
  const shape = shapeOf(type);
  if (!shape || !isSwizzle(name)) return { ...node, type: null };
  const letters = { s: 'x', t: 'y', p: 'z', q: 'w' } as const;
  rename(
    context,
    word,
    name.replaceAll(/[stpq]/g, (each) => letters[each as keyof typeof letters]),
  );
  return { ...node, type: vectorOf(shape.scalar, name.length) };
}

function readPrimary(context: Context): Node {
  const first = context.at;
  const { kind, text } = peek(context);
  if (kind === 'number') {
    context.at += 1;
    return { first, last: first, type: numberType(text) };
  }
  if (text === '(') {
    context.at += 1;
    const { type } = within(context, () => readExpression(context));
    expect(context, ')');
    return { first, last: context.at - 1, type };
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
  if (/^0[xX]/.test(text)) return typeOf(/u$/i.test(text) ? 'uint' : 'int');
  if (/[.eEfF]/.test(text)) return typeOf('float');
  return typeOf(/u$/i.test(text) ? 'uint' : 'int');
}

function readName(context: Context): Node {
  const first = context.at;
  const { text } = peek(context);
  context.at += 1;
  const declared = lookUp(context, text);
  if (declared !== undefined) {
    rename(context, first, slangName(text));
    return { first, last: first, type: declared };
  }
  const input = INPUTS.get(text);
  if (input) {
    context.inputs.add(text);
    if (input.name) rename(context, first, input.name);
    if (input.lost) mark(context, first, input.lost);
    return { first, last: first, type: input.type };
  }
  if (isChannel(text)) {
    rename(context, first, '0');
    return { first, last: first, type: typeOf('int') };
  }
  rename(context, first, slangName(text));
  return { first, last: first, type: null };
}

/** `vec3(…)`, `mat2(…)`, `Ray(…)`, `float[3](…)`, with the type as the next token. */
function readConstructor(context: Context, type: Type): Node {
  const first = context.at;
  context.at += 1;
  if (isNext(context, '[')) return readArray(context, first, type);
  const args = readArguments(context);
  const whole = { first, last: context.at - 1 };
  construct(context, whole, type, args);
  return { ...whole, type };
}

function readArray(context: Context, first: number, element: Type): Node {
  let { dims } = element;
  while (accept(context, '[')) {
    if (!isNext(context, ']')) readExpression(context);
    expect(context, ']');
    dims += 1;
  }
  const open = context.at;
  const args = readArguments(context);
  const whole = { first, last: context.at - 1 };
  rewrite(context, open, whole, args, (texts) => `{ ${texts.join(', ')} }`);
  return { ...whole, type: { name: element.name, dims } };
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

/** A call of a function, with its name as the next token. */
function readCall(context: Context): Node {
  const first = context.at;
  context.at += 1;
  const args = readArguments(context);
  const whole = { first, last: context.at - 1 };
  return { ...whole, type: callFunction(context, whole, args) };
}
