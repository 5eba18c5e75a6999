import { ownValue } from '#shared/ownValue.ts';
import {
  accept,
  type Context,
  declare,
  expect,
  expectWord,
  inScope,
  isNext,
  mark,
  peek,
  remove,
  rename,
  textOf,
} from './context.ts';
import { readAssignment, readExpression } from './expressions.ts';
import { slangName } from './names.ts';
import { glslType, type Type, typeOf } from './types.ts';

const PRECISIONS = new Set(['highp', 'mediump', 'lowp']);

/** A block with its braces. */
export function readBlock(context: Context): void {
  expect(context, '{');
  inScope(context, () => {
    while (!isNext(context, '}') && peek(context).kind !== 'end') readStatement(context);
  });
  expect(context, '}');
}

export function readStatement(context: Context): void {
  const { text } = peek(context);
  const before = context.statement;
  context.statement = context.at;
  const read = ownValue(STATEMENTS, text);
  if (text === '{') readBlock(context);
  else if (read) inScope(context, () => read(context));
  else readSimple(context);
  context.statement = before;
}

const STATEMENTS: Readonly<Record<string, (context: Context) => void>> = {
  if(context) {
    context.at += 1;
    readCondition(context);
    readStatement(context);
    if (accept(context, 'else')) readStatement(context);
  },
  for(context) {
    context.at += 1;
    expect(context, '(');
    readSimple(context);
    if (!isNext(context, ';')) readConditionPart(context);
    expect(context, ';');
    if (!isNext(context, ')')) readExpression(context);
    expect(context, ')');
    readStatement(context);
  },
  while(context) {
    context.at += 1;
    readCondition(context);
    readStatement(context);
  },
  do(context) {
    context.at += 1;
    readStatement(context);
    expect(context, 'while');
    readCondition(context);
    expect(context, ';');
  },
  switch(context) {
    context.at += 1;
    readCondition(context);
    readBlock(context);
  },
  case(context) {
    context.at += 1;
    readExpression(context);
    expect(context, ':');
  },
  default(context) {
    context.at += 1;
    expect(context, ':');
  },
  return(context) {
    context.at += 1;
    if (!isNext(context, ';')) readExpression(context);
    expect(context, ';');
  },
  break: readWordAlone,
  continue: readWordAlone,
  discard(context) {
    const isEmpty = context.returns === null || context.returns.name === 'void';
    mark(
      context,
      context.at,
      'discard, which compute shaders do not have. The function ends here instead.',
    );
    rename(context, context.at, isEmpty ? 'return' : 'return {}');
    readWordAlone(context);
  },
};

function readWordAlone(context: Context): void {
  context.at += 1;
  expect(context, ';');
}

function readCondition(context: Context): void {
  expect(context, '(');
  readConditionPart(context);
  expect(context, ')');
}

/** An expression, or a declaration with its value. */
function readConditionPart(context: Context): void {
  if (isDeclaration(context)) readDeclaration(context);
  else readExpression(context);
}

/** A declaration or an expression, to its semicolon. */
function readSimple(context: Context): void {
  if (accept(context, ';')) return;
  readConditionPart(context);
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

/** Variables of one type, to before the semicolon. */
function readDeclaration(context: Context): void {
  readQualifiers(context);
  readVariables(context, readType(context));
}

/** Leaves `const` there, and takes precisions away. */
export function readQualifiers(context: Context): void {
  for (;;) {
    const { text } = peek(context);
    if (PRECISIONS.has(text)) remove(context, context.at);
    else if (text !== 'const') return;
    context.at += 1;
  }
}

/** A type with its array sizes. */
export function readType(context: Context): Type {
  const word = expectWord(context);
  const name = textOf(context, word);
  const known = glslType(name) ?? typeOf(name);
  rename(context, word, glslType(name) ? known.name : slangName(name));
  return { name: known.name, dims: readSizes(context) };
}

export function readSizes(context: Context): number {
  let dims = 0;
  while (accept(context, '[')) {
    if (!isNext(context, ']')) readExpression(context);
    expect(context, ']');
    dims += 1;
  }
  return dims;
}

/** Names with their sizes and values, with commas between them. */
export function readVariables(context: Context, type: Type): void {
  do {
    const word = expectWord(context);
    const name = textOf(context, word);
    rename(context, word, slangName(name));
    const dims = type.dims + readSizes(context);
    if (accept(context, '=')) readValue(context);
    declare(context, name, { name: type.name, dims });
  } while (accept(context, ','));
}

function readValue(context: Context): void {
  if (!isNext(context, '{')) {
    readAssignment(context);
    return;
  }
  expect(context, '{');
  while (!isNext(context, '}')) {
    readValue(context);
    if (!isNext(context, '}')) expect(context, ',');
  }
  expect(context, '}');
}
