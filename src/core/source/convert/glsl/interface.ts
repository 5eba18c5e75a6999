import { remove, rename, rewrite } from './changes.ts';
import { accept, type Context, declare, expect, isNext, mark, peek } from './context.ts';
import { imageSizeInput, uniformInput, varyingInput } from './inputs.ts';
import { slangName } from './names.ts';
import { PRECISIONS, readQualifiers, readType, readVariables, type Zeros } from './statements.ts';
import { applyEdits, type Edit, readGlsl, whole } from './tokens.ts';
import { glslType, IMAGE, type Type } from './types.ts';

/**
 * Declares each uniform and varying in a statement of its own, because each is converted by its name.
 */
export function separateInterface(text: string): string {
  const tokens = readGlsl(text);
  const edits: Edit[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const word = wordAt(tokens[at]);
    if (word !== 'uniform' && word !== 'varying') continue;
    while (PRECISIONS.has(wordAt(tokens[at + 1]))) at += 1;
    const head = `${word} ${wordAt(tokens[at + 1])}`;
    for (at += 2; wordAt(tokens[at + 1]) === ','; at += 2) {
      const { from = 0, to = 0 } = tokens[at + 1] ?? {};
      edits.push({ from, to, parts: [], build: () => `;${head}` });
    }
  }
  return applyEdits(text, edits, whole(text));
}

function wordAt(piece: ReturnType<typeof readGlsl>[number] | undefined): string {
  return !piece || piece.kind === 'directive' ? '' : piece.text;
}

const INTERPOLATIONS = new Set(['flat', 'smooth', 'noperspective', 'centroid', 'invariant']);

const STORAGES = new Set(['in', 'out', 'varying', 'attribute', 'uniform']);

/**
 * Reads a declaration of what comes from outside of the shader, or leaves it. Returns false if none
 * is next.
 */
export function readInterface(context: Context): boolean {
  const first = context.at;
  skipLayout(context);
  const storage = peek(context).text;
  if (first === context.at && !STORAGES.has(storage)) return false;
  const declared = declaredNext(context, first);
  if (storage === 'uniform') readUniform(context, declared);
  else if (!declared.type || storage === 'attribute') refuse(context, declared);
  else if (storage === 'out') readOutput(context, declared);
  else readVarying(context, declared, declared.type);
  return true;
}

/** Skips what may precede `in`, `out` and so on. */
function skipLayout(context: Context): void {
  if (isNext(context, 'layout')) {
    while (![')', ';', ''].includes(peek(context).text)) context.at += 1;
    accept(context, ')');
  }
  while (INTERPOLATIONS.has(peek(context).text)) context.at += 1;
}

/** A declaration whose storage word, such as `uniform`, is the next token. */
interface Declared {
  /** Index of its first token. */
  readonly first: number;
  readonly name: string;
  /** Null if it is a block or a struct. */
  readonly type: Type | null;
}

function declaredNext(context: Context, first: number): Declared {
  let ahead = 1;
  while (PRECISIONS.has(peek(context, ahead).text)) ahead += 1;
  const type = glslType(peek(context, ahead).text);
  const { kind, text: name } = peek(context, ahead + 1);
  const dims = peek(context, ahead + 2).text === '[' ? 1 : 0;
  return { first, name, type: type && kind === 'word' ? { ...type, dims } : null };
}

/** Reads the rest of the declaration, with another storage word. */
function redeclare(context: Context, { first }: Declared, storage: string, zeros: Zeros): void {
  const isAfterAnother = context.text[(context.tokens[first]?.span.from ?? 0) - 1] === ';';
  for (let index = first; index < context.at; index += 1) remove(context, index);
  rename(context, context.at, `${isAfterAnother ? '\n' : ''}${storage}`);
  context.at += 1;
  readQualifiers(context);
  readVariables(context, readType(context), { isConstant: false, zeros });
  expect(context, ';');
}

/** Removes the rest of a statement that starts at the token with index `first`. */
export function removeStatement(context: Context, first: number): void {
  while (!isNext(context, ';')) {
    if (peek(context).kind === 'end') break;
    context.at += 1;
  }
  expect(context, ';');
  rewrite(context, first, { first, last: context.at - 1 }, [], () => '');
}

function refuse(context: Context, { first }: Declared): void {
  mark(context, first, 'what comes from other stages of a pipeline. A picture has none.');
  removeStatement(context, first);
}

function readOutput(context: Context, declared: Declared): void {
  if (context.drawing === 'main') {
    context.output ??= slangName(declared.name);
    redeclare(context, declared, 'static', 'always');
  } else {
    // In other tools, main passes it to mainImage.
    removeStatement(context, declared.first);
  }
}

function readVarying(context: Context, declared: Declared, type: Type): void {
  const { first, name } = declared;
  const input = varyingInput(name, type);
  if (input) {
    context.declared.set(name, input);
    removeStatement(context, first);
    return;
  }
  const reason = `“${name}”, which comes from a vertex shader. It is zero: set it in the source.`;
  mark(context, first, reason);
  redeclare(context, declared, 'static', 'always');
}

/** Removes an input or image, because the result declares it. Others become sliders or zero. */
function readUniform(context: Context, declared: Declared): void {
  const { first, name, type } = declared;
  if (type && declareInput(context, name, type)) removeStatement(context, first);
  else if (type?.name === 'float' && type.dims === 0) {
    redeclare(context, declared, '[playground::SLIDER(0.5, 0.0, 1.0)]\nuniform', 'never');
  } else {
    const reason = `the uniform “${name}”, which has no value here. It is zero: set it in the source.`;
    mark(context, first, reason);
    redeclare(context, declared, 'static', 'always');
  }
}

/** Notes a uniform that has a value here. Returns whether it has. */
function declareInput(context: Context, name: string, type: Type): boolean {
  if (type.name === IMAGE.name) {
    context.samplers.add(name);
    declare(context, name, type);
    return true;
  }
  const image = /^(\w+?)_?resolution$/i.exec(name)?.[1] ?? '';
  const isSize = type.name === 'float2' && context.samplers.has(image);
  const input = isSize ? imageSizeInput(name, image) : uniformInput(name, type);
  if (input) context.declared.set(name, input);
  return input !== null;
}
