import { ownValue } from '#core/util/ownValue.ts';
import { change, remove, rename } from './changes.ts';
import { convertValue } from './constants.ts';
import {
  accept,
  type Context,
  declare,
  expect,
  expectWord,
  inScope,
  isNext,
  mark,
  type Node,
  peek,
  textOf,
} from './context.ts';
import {
  readAssignment,
  readExpression,
  readExpressionStatement,
  readSizes,
  writeTypeSizes,
} from './expressions.ts';
import { slangName } from './names.ts';
import { glslType, type Type, typeOf, zeroOf } from './types.ts';

export const PRECISIONS = new Set(['highp', 'mediump', 'lowp']);

/** Reads a block with its braces. Returns whether it always leaves the function. */
export function readBlock(context: Context): boolean {
  let leaves = false;
  expect(context, '{');
  inScope(context, () => {
    while (!isNext(context, '}') && peek(context).kind !== 'end') {
      leaves = readStatement(context) || leaves;
    }
  });
  expect(context, '}');
  return leaves;
}

/** Returns whether the statement always leaves the function. */
function readStatement(context: Context): boolean {
  const { text } = peek(context);
  const before = context.statement;
  context.statement = context.at;
  const read = ownValue(STATEMENTS, text);
  let leaves = false;
  if (text === '{') leaves = readBlock(context);
  else if (read) {
    inScope(context, () => {
      leaves = read(context);
    });
  } else readSimple(context);
  context.statement = before;
  return leaves;
}

/** Each returns whether the statement always leaves the function. */
const STATEMENTS: Readonly<Record<string, (context: Context) => boolean>> = {
  if(context) {
    context.at += 1;
    readCondition(context);
    const leaves = readStatement(context);
    return accept(context, 'else') && readStatement(context) && leaves;
  },
  for(context) {
    context.at += 1;
    expect(context, '(');
    readSimple(context, true);
    if (!isNext(context, ';')) readConditionPart(context);
    expect(context, ';');
    if (!isNext(context, ')')) readExpression(context);
    expect(context, ')');
    readStatement(context);
    return false;
  },
  while(context) {
    context.at += 1;
    readCondition(context);
    readStatement(context);
    return false;
  },
  do(context) {
    context.at += 1;
    readStatement(context);
    expect(context, 'while');
    readCondition(context);
    expect(context, ';');
    return false;
  },
  switch(context) {
    context.at += 1;
    readCondition(context);
    readBlock(context);
    return false;
  },
  case(context) {
    context.at += 1;
    readExpression(context);
    expect(context, ':');
    return false;
  },
  default(context) {
    context.at += 1;
    expect(context, ':');
    return false;
  },
  return(context) {
    context.at += 1;
    if (!isNext(context, ';')) readExpression(context);
    expect(context, ';');
    return true;
  },
  break: readWordAlone,
  continue: readWordAlone,
  discard(context) {
    // Slang requires a return after it.
    if (context.form === 'fragment') return readWordAlone(context);
    const isEmpty = context.returns === null || context.returns.name === 'void';
    mark(
      context,
      context.at,
      'discard, which compute shaders do not have. The function ends here instead.',
    );
    rename(context, context.at, isEmpty ? 'return' : 'return {}');
    readWordAlone(context);
    return true;
  },
};

function readWordAlone(context: Context): boolean {
  context.at += 1;
  expect(context, ';');
  return false;
}

function readCondition(context: Context): void {
  expect(context, '(');
  readConditionPart(context);
  expect(context, ')');
}

/** Reads an expression, or a declaration with a value. */
function readConditionPart(context: Context): void {
  if (isDeclaration(context)) readDeclaration(context);
  else readExpression(context);
}

/**
 * Reads a declaration or an expression, up to its semicolon.
 *
 * @param isLoop whether it starts a `for`
 */
function readSimple(context: Context, isLoop = false): void {
  if (accept(context, ';')) return;
  if (isDeclaration(context)) readDeclaration(context, isLoop ? 'always' : 'if needed');
  else readExpressionStatement(context);
  expect(context, ';');
}

/** Whether a type and a name come next. */
export function isDeclaration(context: Context): boolean {
  const { text } = peek(context);
  if (text === 'const' || PRECISIONS.has(text)) return true;
  if (!glslType(text) && !context.structs.has(text)) return false;
  let ahead = 1;
  for (let depth = 0; depth > 0 || peek(context, ahead).text === '['; ahead += 1) {
    const { kind, text: bracket } = peek(context, ahead);
    if (kind === 'end') return false;
    if (bracket === '[') depth += 1;
    if (bracket === ']') depth -= 1;
    if (depth === 0 && peek(context, ahead + 1).text !== '[') {
      ahead += 1;
      break;
    }
  }
  return peek(context, ahead).kind === 'word';
}

function readDeclaration(context: Context, zeros: Zeros = 'if needed'): void {
  const isConstant = readQualifiers(context);
  readVariables(context, readType(context), { isConstant, zeros });
}

/** Keeps `const` and removes precisions. Returns whether there is a `const`. */
export function readQualifiers(context: Context): boolean {
  let isConstant = false;
  for (;;) {
    const { text } = peek(context);
    if (PRECISIONS.has(text)) remove(context, context.at);
    else if (text === 'const') isConstant = true;
    else return isConstant;
    context.at += 1;
  }
}

/** `length` is that of the outer array, if known. */
interface DeclaredType extends Type {
  readonly length: number | null;
}

export function readType(context: Context): DeclaredType {
  const word = expectWord(context);
  const name = textOf(context, word);
  const known = glslType(name) ?? typeOf(name);
  rename(context, word, glslType(name) ? known.name : slangName(name));
  const sizes = readSizes(context);
  writeTypeSizes(context, sizes, null);
  return { name: known.name, dims: sizes.length, length: sizes[0]?.node?.value?.[0] ?? null };
}

/** Which variables without a value are set to zero, as in WebGL. */
export type Zeros = 'never' | 'always' | 'if needed';

interface Declaring {
  readonly isConstant: boolean;
  readonly zeros: Zeros;
}

export function readVariables(
  context: Context,
  base: DeclaredType,
  { isConstant, zeros }: Declaring,
): void {
  do {
    const word = expectWord(context);
    const name = textOf(context, word);
    rename(context, word, slangName(name));
    const sizes = readSizes(context);
    const type = { name: base.name, dims: base.dims + sizes.length };
    const end = context.at - 1;
    const node = accept(context, '=') ? readValue(context) : null;
    const length = sizes[0] ? sizes[0].node?.value?.[0] : base.length;
    const value = isConstant && node?.value ? convertValue(node.value, type) : null;
    declare(context, name, type, { value, length: length ?? node?.length ?? null });
    if (context.at > end + 1 || zeros === 'never') continue;
    if (zeros === 'always' || !isSetFirst(context, name, false)) {
      change(context, end, (old) => `${old} = ${zeroOf(type)}`);
    }
  } while (accept(context, ','));
}

/** How many tokens to search for the first use of a variable. */
const FAR = 1000;

/**
 * Whether the first statement of the current block that uses the variable assigns a whole new
 * value, or none uses it.
 *
 * @param isResult whether the value is also used wherever the function ends
 */
export function isSetFirst({ tokens, at }: Context, name: string, isResult: boolean): boolean {
  for (let index = at, depth = 0; index < at + FAR; index += 1) {
    const { text = '' } = tokens[index] ?? {};
    if (text === '') return false;
    if (isResult && (text === 'return' || text === 'discard')) return false;
    if ('([{'.includes(text)) depth += 1;
    if (')]}'.includes(text)) depth -= 1;
    if (depth < 0) return !isResult;
    const before = tokens[index - 1]?.text ?? '';
    if (text !== name || before === '.') continue;
    const isStart = depth === 0 && [';', '{', '}'].includes(before);
    return (
      isStart && tokens[index + 1]?.text === '=' && !isReadUntilSemicolon(tokens, index + 2, name)
    );
  }
  return false;
}

function isReadUntilSemicolon(tokens: Context['tokens'], from: number, name: string): boolean {
  for (let index = from; index < from + FAR; index += 1) {
    const { text = ';' } = tokens[index] ?? {};
    if (text === ';') return false;
    if (text === name) return true;
  }
  return true;
}

function readValue(context: Context): Pick<Node, 'value' | 'length'> | null {
  if (!isNext(context, '{')) return readAssignment(context);
  expect(context, '{');
  while (!isNext(context, '}')) {
    readValue(context);
    if (!isNext(context, '}')) expect(context, ',');
  }
  expect(context, '}');
  return null;
}
