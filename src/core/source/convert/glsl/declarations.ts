import { change, insertStatement, remove, rename, rewrite } from './changes.ts';
import {
  accept,
  type Context,
  declare,
  expect,
  expectWord,
  isNext,
  mark,
  peek,
  SyntaxFault,
  textOf,
} from './context.ts';
import { readSizes } from './expressions.ts';
import { INPUTS, isChannel } from './inputs.ts';
import { slangName } from './names.ts';
import { isSetFirst, readBlock, readQualifiers, readType, readVariables } from './statements.ts';
import { type Type, typeOf, zeroOf } from './types.ts';

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
  const isConstant = readQualifiers(context);
  if (isNext(context, 'struct')) {
    readStruct(context);
    return;
  }
  const type = readType(context);
  if (peek(context).kind === 'word' && peek(context, 1).text === '(') {
    readFunction(context, first, type);
    return;
  }
  change(context, first, (old) => `static ${old}`);
  readVariables(context, type, { isConstant, zeros: 'always' });
  expect(context, ';');
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
  const isSlider = type.name === 'float' && type.dims === 0;
  if (isSlider) {
    rename(context, first, '[playground::SLIDER(0.5, 0.0, 1.0)]\nuniform');
  } else {
    mark(
      context,
      start,
      `the uniform “${name}”, which has no value here. It is zero: set it in the source.`,
    );
    rename(context, first, 'static');
  }
  readVariables(context, type, { isConstant: false, zeros: isSlider ? 'never' : 'always' });
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
      const dims = type.dims + readSizes(context).length;
      fields.set(textOf(context, field), { name: type.name, dims });
    } while (accept(context, ','));
    expect(context, ';');
  }
  expect(context, '}');
  context.structs.set(name, fields);
  if (accept(context, ';')) return;
  change(context, context.at, (old) => `;\nstatic ${slangName(name)} ${old}`);
  const type = { ...typeOf(name), length: null };
  readVariables(context, type, { isConstant: false, zeros: 'always' });
  expect(context, ';');
}

function readFunction(context: Context, first: number, result: Type): void {
  const word = expectWord(context);
  const name = textOf(context, word);
  rename(context, word, slangName(name));
  context.scopes.push(new Map());
  const declared = readParams(context);
  const params = declared.map(({ type }) => type);
  const known = context.functions.get(name);
  if (known) known.push({ params, result });
  else context.functions.set(name, [{ params, result }]);
  if (accept(context, ';')) {
    // Slang finds functions that come later.
    rewrite(context, first, { first, last: context.at - 1 }, [], () => '');
  } else {
    const open = context.at;
    context.returns = result;
    const leaves = readBlock(context);
    context.returns = null;
    zeroResults(context, open, declared);
    const isEmpty = result.name === 'void';
    if (!leaves && !isEmpty) insertStatement(context, context.at - 1, 'return {};');
    // It calls mainImage for other tools.
    if (name === 'main') rewrite(context, first, { first, last: context.at - 1 }, [], () => '');
  }
  context.scopes.pop();
}

/** WebGL begins with zero in what a function gives back. */
function zeroResults(context: Context, open: number, params: readonly Param[]): void {
  const end = context.at;
  context.at = open + 1;
  for (const { name, type, isResult } of params) {
    if (!isResult || name === null || isSetFirst(context, name, true)) continue;
    insertStatement(context, open, `${slangName(name)} = ${zeroOf(type)};`);
  }
  context.at = end;
}

interface Param {
  /** Null if it has none. */
  readonly name: string | null;
  readonly type: Type;
  readonly isResult: boolean;
}

function readParams(context: Context): Param[] {
  const params: Param[] = [];
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

function readParam(context: Context): Param {
  let isResult = false;
  while (['in', 'out', 'inout', 'const', 'highp', 'mediump', 'lowp'].includes(peek(context).text)) {
    if (isNext(context, 'out')) isResult = true;
    if (!['in', 'out', 'inout'].includes(peek(context).text)) remove(context, context.at);
    context.at += 1;
  }
  const type = readType(context);
  if (peek(context).kind !== 'word') {
    if (isNext(context, ',') || isNext(context, ')')) return { name: null, type, isResult };
    throw new SyntaxFault('A parameter has no name', peek(context));
  }
  const word = expectWord(context);
  const name = textOf(context, word);
  rename(context, word, slangName(name));
  const sizes = readSizes(context);
  const all = { name: type.name, dims: type.dims + sizes.length };
  const length = sizes[0]?.node?.value?.[0] ?? type.length;
  declare(context, name, all, { length });
  return { name, type: all, isResult };
}
