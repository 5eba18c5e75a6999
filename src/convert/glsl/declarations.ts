import {
  accept,
  type Context,
  declare,
  expect,
  expectWord,
  isNext,
  mark,
  peek,
  remove,
  rename,
  rewrite,
  SyntaxFault,
  textOf,
} from './context.ts';
import { INPUTS, isChannel } from './inputs.ts';
import { slangName } from './names.ts';
import { readBlock, readQualifiers, readSizes, readType, readVariables } from './statements.ts';
import { type Type, typeOf } from './types.ts';

/** All declarations of a source, in their order. */
export function readProgram(context: Context): void {
  while (peek(context).kind !== 'end') {
    context.statement = context.at;
    readTopLevel(context);
  }
}

function readTopLevel(context: Context): void {
  const { text } = peek(context);
  const isInOut = (text === 'in' || text === 'out') && peek(context, 1).text !== '(';
  if (text === 'precision') removeStatement(context);
  else if (isInOut || ['layout', 'varying', 'attribute'].includes(text)) refuseInterface(context);
  else if (text === 'uniform') readUniform(context);
  else if (!accept(context, ';')) readDeclared(context);
}

/** A struct, a function or variables. */
function readDeclared(context: Context): void {
  const first = context.at;
  readQualifiers(context);
  if (isNext(context, 'struct')) {
    readStruct(context);
    return;
  }
  const type = readType(context);
  if (peek(context).kind === 'word' && peek(context, 1).text === '(') {
    readFunction(context, first, type);
    return;
  }
  prefix(context, first, 'static ');
  readVariables(context, type);
  expect(context, ';');
}

function prefix(context: Context, index: number, text: string): void {
  const token = { first: index, last: index };
  rewrite(context, index, token, [token], ([old]) => `${text}${old}`);
}

/** Removes what is to its semicolon. */
function removeStatement(context: Context): void {
  const first = context.at;
  while (!isNext(context, ';')) {
    if (peek(context).kind === 'end') break;
    context.at += 1;
  }
  expect(context, ';');
  rewrite(context, first, { first, last: context.at - 1 }, [], () => '');
}

function refuseInterface(context: Context): void {
  mark(context, context.at, 'what comes from other stages of a pipeline. A picture has none.');
  removeStatement(context);
}

/** Inputs of Shadertoy that are declared, as other tools want it, are declared by the result. */
function readUniform(context: Context): void {
  const words: string[] = [];
  for (let ahead = 1; ![';', ''].includes(peek(context, ahead).text); ahead += 1) {
    words.push(peek(context, ahead).text);
  }
  if (words.some((word) => INPUTS.has(word) || isChannel(word))) {
    removeStatement(context);
    return;
  }
  const first = context.at;
  context.at += 1;
  readQualifiers(context);
  const start = context.at;
  const type = readType(context);
  const name = peek(context).text;
  if (type.name === 'float' && type.dims === 0) {
    rename(context, first, '[playground::SLIDER(0.5, 0.0, 1.0)]\nuniform');
  } else {
    mark(
      context,
      start,
      `the uniform “${name}”, which has no value here. It is zero: set it in the source.`,
    );
    rename(context, first, 'static');
  }
  readVariables(context, type);
  expect(context, ';');
}

function readStruct(context: Context): void {
  expect(context, 'struct');
  const word = expectWord(context);
  const name = textOf(context, word);
  rename(context, word, slangName(name));
  const fields = new Map<string, Type | null>();
  expect(context, '{');
  while (!isNext(context, '}')) {
    readQualifiers(context);
    const type = readType(context);
    do {
      const field = expectWord(context);
      rename(context, field, slangName(textOf(context, field)));
      fields.set(textOf(context, field), { name: type.name, dims: type.dims + readSizes(context) });
    } while (accept(context, ','));
    expect(context, ';');
  }
  expect(context, '}');
  context.structs.set(name, fields);
  if (accept(context, ';')) return;
  prefix(context, context.at, `;\nstatic ${slangName(name)} `);
  readVariables(context, typeOf(name));
  expect(context, ';');
}

function readFunction(context: Context, first: number, result: Type): void {
  const word = expectWord(context);
  const name = textOf(context, word);
  rename(context, word, slangName(name));
  const scope = new Map<string, Type | null>();
  context.scopes.push(scope);
  const params = readParams(context);
  const known = context.functions.get(name);
  if (known) known.push({ params, result });
  else context.functions.set(name, [{ params, result }]);
  if (accept(context, ';')) {
    // Slang finds functions that come later.
    rewrite(context, first, { first, last: context.at - 1 }, [], () => '');
  } else {
    context.returns = result;
    readBlock(context);
    context.returns = null;
    // It calls mainImage for other tools.
    if (name === 'main') rewrite(context, first, { first, last: context.at - 1 }, [], () => '');
  }
  context.scopes.pop();
}

function readParams(context: Context): Type[] {
  const params: Type[] = [];
  expect(context, '(');
  if (isNext(context, 'void') && peek(context, 1).text === ')') {
    remove(context, context.at);
    context.at += 1;
  }
  while (!isNext(context, ')')) {
    params.push(readParam(context));
    if (!isNext(context, ')')) expect(context, ',');
  }
  expect(context, ')');
  return params;
}

function readParam(context: Context): Type {
  while (['in', 'out', 'inout', 'const', 'highp', 'mediump', 'lowp'].includes(peek(context).text)) {
    if (!['in', 'out', 'inout'].includes(peek(context).text)) remove(context, context.at);
    context.at += 1;
  }
  const type = readType(context);
  if (peek(context).kind !== 'word') {
    if (isNext(context, ',') || isNext(context, ')')) return type;
    throw new SyntaxFault('A parameter has no name', peek(context));
  }
  const word = expectWord(context);
  const name = textOf(context, word);
  rename(context, word, slangName(name));
  const all = { name: type.name, dims: type.dims + readSizes(context) };
  declare(context, name, all);
  return all;
}
