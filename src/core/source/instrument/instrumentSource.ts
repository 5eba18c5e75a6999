import type { Evaluate } from '#core/source/constantExpression.ts';
import { readSource, withMembers } from '#core/source/declarations.ts';
import { createMacroConditions } from '#core/source/macroConditions.ts';
import { afterAngles, afterClosing, readTokensInSlices, type Token } from '#core/source/tokens.ts';
import { runAtOnce, type Sliced } from '#core/util/slices.ts';
import { type Body, findBodies } from './bodies.ts';
import { readStatements } from './control.ts';
import { type OwnType, type OwnTypes, readOwnTypes } from './ownTypes.ts';
import { readParameters, type WrittenParameter } from './parameters.ts';
import { readSignatures } from './signatures.ts';
import type { InstrumentedProgram } from './site.ts';
import { readStatement } from './statements.ts';
import { namesPicture } from './stores.ts';
import { type OpenedTypes, type TraceCode, writeTraceCode } from './traceCode.ts';
import {
  addSite,
  atCall,
  declare,
  fromOf,
  guarded,
  inFunction,
  insert,
  leaveOut,
  lineAt,
  lineStartsOf,
  NOTHING_REFUSED,
  type Refused,
  spanOf,
  type TraceKind,
  variableCall,
  type Writer,
  withEdits,
  within,
} from './writer.ts';
import { interfacesIn, lineOf } from './writtenTypes.ts';

/** An instrumented program, and what of it can be left out if the compiler refuses it. */
export interface Instrumented {
  readonly program: InstrumentedProgram;
  /** What stands behind the source, and the line before its first. */
  readonly code: TraceCode;
  readonly codeLine: number;
}

/**
 * Makes a source tell what its threads do: sites are put within its lines, and what records them
 * stands behind its last line. Pure; the text may be anything.
 */
export function instrumentSource(source: string, kind: TraceKind = 'records'): InstrumentedProgram {
  return runAtOnce(instrumentWithout(source, kind, NOTHING_REFUSED)).program;
}

const TARGET_CODE = /^(?:__target_switch|__stage_switch|__intrinsic_asm|spirv_asm)$/;
const NO_TARGET_CODE = 'Functions with code for certain targets are not recorded.';

const OUTSIDE = {
  name: '',
  index: 0,
  isDifferentiable: false,
  isGeneric: false,
  returns: '',
  isSilent: false,
};

/** Instruments without what the compiler has refused. A long source takes slices. */
export function* instrumentWithout(
  source: string,
  kind: TraceKind,
  refused: Refused,
): Sliced<Instrumented> {
  const tokens = yield* readTokensInSlices(source, undefined, createMacroConditions());
  yield;
  const read = readSource(source, tokens);
  yield;
  const bodies = findBodies(read);
  yield;
  const own = readOwnTypes(read);
  yield;
  const w: Writer = {
    source,
    tokens,
    declarations: read.declarations,
    kind,
    prefix: prefixFor(source),
    signatures: readSignatures(tokens, bodies),
    types: own.declared,
    refused,
    statementMacros: statementMacrosOf(source),
    lineStarts: lineStartsOf(source),
    edits: [],
    sites: [],
    variables: [],
    variableTypes: [],
    functions: [],
    unseen: [],
    statement: readStatement,
    context: OUTSIDE,
    scope: { parent: null, names: new Map(), to: source.length },
  };
  const entryPoints: string[] = [];
  const silent = bodiesOfOtherStages(tokens, bodies);
  yield;
  for (const body of bodies) {
    const isEntryPoint =
      body.attributes.get('shader') === '"compute"' || body.attributes.has('numthreads');
    const entryPoint = isEntryPoint ? entryPoints.push(body.name) - 1 : null;
    readBody(w, body, entryPoint, silent.has(body) ? OTHER_STAGE : silenceOf(tokens, body));
    yield;
  }
  return finish(w, entryPoints, own, bodies);
}

function finish(
  w: Writer,
  entryPoints: readonly string[],
  own: OwnTypes,
  bodies: readonly Body[],
): Instrumented {
  const { source, kind, sites, variables, functions, unseen, refused, prefix } = w;
  const { types, declared } = own;
  const code = writeTraceCode({
    source,
    kind,
    prefix,
    types,
    declared,
    opened: openedTypes(w, own, bodies),
    siteCount: sites.length,
    hasPicture: namesPicture(w),
    refused,
  });
  const program = {
    source,
    text: `${withEdits(source, w.edits)}\n${code.text}\n`,
    bufferName: `${prefix}buffer`,
    sites,
    variables,
    functions,
    entryPoints,
    types: types.map(({ traced }) => traced),
    unseen,
  };
  return { program, code, codeLine: w.lineStarts.length };
}

const TUPLE = 'Tuple';

function openedTypes(
  w: Writer,
  { types, declared, evaluate }: OwnTypes,
  bodies: readonly Body[],
): OpenedTypes {
  const isGeneric = (type: OwnType) => type.generics !== '';
  const used = interfacesIn(declared, [
    ...w.variableTypes,
    ...bodies.map(({ returns }) => returns),
    ...types.flatMap(({ fields }) => [...fields.values()]),
  ]);
  const interfaces = [...declared.interfaces.values()].filter(({ index }) => used.has(index));
  const hasTuples =
    w.tokens.some(({ text }) => /^(?:Tuple|makeTuple)$/.test(text)) &&
    types.every(({ traced }) => traced.name !== TUPLE);
  const hasParameters = hasTuples || bodies.some((body) => body.isGeneric) || types.some(isGeneric);
  const opened = { hasParameters, hasTuples, interfaces };
  if (!hasParameters && interfaces.length === 0) return { ...opened, concrete: [] };
  const names = {
    plain: new Set(types.flatMap((type) => (isGeneric(type) ? [] : type.type))),
    generic: new Set([
      ...types.flatMap((type) => (isGeneric(type) ? type.traced.name : [])),
      ...(hasTuples ? [TUPLE] : []),
    ]),
  };
  return { ...opened, concrete: concreteTypes(w.tokens, names, evaluate) };
}

/** Names of macros whose text ends a statement. */
function statementMacrosOf(source: string): ReadonlySet<string> {
  const defined = source.matchAll(/^[ \t]*#[ \t]*define[ \t]+(\w+)((?:[^\n\\]|\\\r?\n|\\)*)/gm);
  const statements = [...defined].filter(([, , text = '']) => /[;}]\s*$/.test(text));
  return new Set(statements.flatMap(([, name]) => name ?? []));
}

/** What names of the trace code begin with: nothing of the source does. */
function prefixFor(source: string): string {
  let prefix = 'trace_';
  for (let number = 2; source.toLowerCase().includes(prefix); number += 1) {
    prefix = `trace${number}_`;
  }
  return prefix;
}

function readBody(
  w: Writer,
  body: Body,
  entryPoint: number | null,
  silence: string | undefined,
): void {
  const name = w.tokens[body.nameAt];
  const close = w.tokens[body.end - 1];
  if (!name || close?.text !== '}') return;
  const line = lineAt(w, name.from);
  const traced = { name: body.name, line, entryPoint, from: name.from, to: close.to };
  const { isGeneric, returns } = body;
  const kind = { isDifferentiable: isDifferentiable(body), isGeneric, returns, silence };
  inFunction(w, traced, kind, () => {
    within(w, close.from, () => {
      const begin = entryPoint === null ? '' : beginCall(w, body, entryPoint);
      insert(w, fromOf(w, body.open) + 1, ` ${begin}${guarded(w, enterCalls(w, body, name))}`);
      readStatements(w, body.open + 1, body.end - 1);
      if (!returnsNothing(w.tokens, body)) return;
      const event = { kind: 'return', hasValue: false } as const;
      const site = addSite(w, spanOf(w, body.end - 1, body.end), event);
      insert(w, close.from, guarded(w, [atCall(w, site)]));
    });
  });
}

/** What a function records when it begins. */
function enterCalls(w: Writer, body: Body, name: Token): string[] {
  const ranges = body.outerParameters ? [body.outerParameters, body.parameters] : [body.parameters];
  const parameters = ranges.flatMap((range) => readParameters(w.tokens, range, body.isModern));
  const calls = [atCall(w, addSite(w, name, { kind: 'enter' }))];
  for (const { name: token, written, direction, isPack, isUnsized } of parameters) {
    const declared = declare(w, token, isUnsized ? null : written);
    if (isPack) leaveOut(w, token, 'Packs of parameters are not recorded.');
    if (direction !== 'out' && !isPack) calls.push(variableCall(w, token, declared));
  }
  const isSetter = name.text === 'set' && body.open === body.nameAt + 1;
  if (isSetter) calls.push(newValueCall(w, name));
  return calls;
}

/** What a setter without parameters of its own is given. */
function newValueCall(w: Writer, set: Token): string {
  return variableCall(w, set, declare(w, { ...set, text: 'newValue' }, ''));
}

/** Why nothing in a function is recorded, as far as its own tokens tell. */
function silenceOf(tokens: readonly Token[], { open, end }: Body): string | undefined {
  for (let at = open; at < end; at += 1) {
    if (TARGET_CODE.test(tokens[at]?.text ?? '')) return NO_TARGET_CODE;
  }
  return undefined;
}

function isDifferentiable({ attributes }: Body): boolean {
  return [...attributes.keys()].some((name) => /Differentiable$/.test(name));
}

function returnsNothing(
  tokens: readonly Token[],
  { nameAt, parameters, open, isModern }: Body,
): boolean {
  const name = tokens[nameAt]?.text ?? '';
  if (/^(?:set|modify|__init)$/.test(name)) return true;
  if (isModern) {
    const behind = tokens.slice(parameters[1], open).map(({ text }) => text);
    return !behind.join('').includes('->') || behind.includes('void');
  }
  return tokens[nameAt - 1]?.text === 'void';
}

/** Why functions are left out that also run elsewhere: other stages may have no buffer to write. */
const OTHER_STAGE = 'A shader of another stage than compute runs this: it is not recorded.';

/** Functions that entry points of other stages than compute call, as far as names tell, and those. */
function bodiesOfOtherStages(tokens: readonly Token[], bodies: readonly Body[]): ReadonlySet<Body> {
  const byName = new Map<string, Body[]>();
  for (const body of bodies) {
    const name = tokens[body.nameAt]?.text ?? '';
    byName.set(name, [...(byName.get(name) ?? []), body]);
  }
  const found = new Set<Body>();
  const waiting = bodies.filter(({ attributes }) => {
    const stage = attributes.get('shader');
    return stage !== undefined && stage !== '"compute"';
  });
  for (let body = waiting.pop(); body; body = waiting.pop()) {
    if (found.has(body)) continue;
    found.add(body);
    for (const { kind, text } of tokens.slice(body.open, body.end)) {
      if (kind === 'word') waiting.push(...(byName.get(text) ?? []));
    }
  }
  return found;
}

/** Each is one more test where a value's type is a parameter. */
const MOST = 32;

const BUILT_IN = /^(?:bool|int|uint|float|half)(?:[1-4](?:x[1-4])?)?$/;

interface Names {
  /** Own types without parameters. */
  readonly plain: ReadonlySet<string>;
  /** Own types and those of the library that have parameters. */
  readonly generic: ReadonlySet<string>;
}

/**
 * The types with arguments, and the arrays, that a source names without parameters of types, such as
 * `Pair<int, float>` and `float[4]`: what a type parameter may stand for.
 *
 * @param evaluate constants of the source
 */
export function concreteTypes(
  tokens: readonly Token[],
  names: Names,
  evaluate: Evaluate,
): string[] {
  const found = new Set<string>();
  for (let at = 0; at < tokens.length && found.size < MOST; at += 1) {
    const end = endOfType(tokens, at, names);
    if (end === undefined) continue;
    const type = lineOf(tokens.slice(at, end));
    if (end > at + 1) found.add(type);
    const length = lengthBehind(tokens, end, evaluate);
    if (length !== undefined) found.add(`${type}[${length}]`);
  }
  return [...found];
}

/** Behind the type that begins at a token; undefined if none does that stands for itself. */
function endOfType(tokens: readonly Token[], at: number, names: Names): number | undefined {
  const { text = '', kind } = tokens[at] ?? {};
  if (kind !== 'word' || /^(?:\.|::)$/.test(tokens[at - 1]?.text ?? '')) return undefined;
  if (BUILT_IN.test(text) || names.plain.has(text)) return at + 1;
  if (!names.generic.has(text) || tokens[at + 1]?.text !== '<') return undefined;
  const end = afterAngles(tokens, at + 1, tokens.length);
  if (end === at + 1) return undefined;
  for (let next = at + 2; next < end - 1; ) {
    const isNumber = tokens[next]?.kind === 'number';
    const after = isNumber ? next + 1 : endOfType(tokens, next, names);
    if (after === undefined || !/^[,>]$/.test(tokens[after]?.text ?? '')) return undefined;
    next = after + 1;
  }
  return end;
}

/** The length of an array behind a type, or behind the name of what has it. */
function lengthBehind(
  tokens: readonly Token[],
  at: number,
  evaluate: Evaluate,
): number | undefined {
  const open = tokens[at]?.kind === 'word' ? at + 1 : at;
  if (tokens[open]?.text !== '[') return undefined;
  const after = afterClosing(tokens, open);
  // The order of several dimensions depends on where they stand.
  if (tokens[after]?.text === '[') return undefined;
  const length = evaluate(tokens.slice(open + 1, after - 1));
  return length !== undefined && length > 0 ? length : undefined;
}

/** Tells which thread runs an entry point; adds parameters for its id where it has none of three numbers. */
function beginCall(w: Writer, body: Body, entryPoint: number): string {
  const ids = idsOf(w, body);
  const begin = (id: string) => `${w.prefix}begin(${entryPoint}, ${id}); `;
  const thread = ids.get('sv_dispatchthreadid');
  if (thread?.isWhole) return begin(thread.name);
  if (!thread) return begin(added(w, body, 'id', 'SV_DispatchThreadID'));
  // A second parameter for the same id is an error in WGSL: it is computed of others.
  const named = (semantic: string) => {
    const found = ids.get(semantic.toLowerCase());
    return found?.isWhole ? found.name : added(w, body, semantic, semantic);
  };
  const hasOthers = ['sv_groupid', 'sv_groupthreadid'].every(
    (id) => ids.get(id)?.isWhole !== false,
  );
  if (!hasOthers) return begin(thread.name);
  const size = sizeOf(body.attributes.get('numthreads') ?? '');
  return begin(
    `uint3(${named('SV_GroupID')}) * uint3(${size}) + uint3(${named('SV_GroupThreadID')})`,
  );
}

function added(
  w: Writer,
  { parameters: [start, end] }: Body,
  name: string,
  semantic: string,
): string {
  const parameter = `${w.prefix}${name}`;
  const written = `uint3 ${parameter} : ${semantic}`;
  insert(w, w.tokens[start - 1]?.to ?? 0, `${written}${start < end ? ', ' : ''}`);
  return parameter;
}

/** Three numbers. */
function sizeOf(numthreads: string): string {
  const sizes = numthreads === '' ? [] : numthreads.split(',');
  return [sizes[0] ?? '1', sizes[1] ?? '1', sizes[2] ?? '1'].join(', ');
}

interface Id {
  /** Of a parameter, or of its field. */
  readonly name: string;
  /** It has x, y and z. */
  readonly isWhole: boolean;
}

/** What the parameters of an entry point hold, by semantic in lower case. */
function idsOf(w: Writer, body: Body): ReadonlyMap<string, Id> {
  const ids = new Map<string, Id>();
  for (const parameter of readParameters(w.tokens, body.parameters, body.isModern)) {
    const { name, type, semantic } = parameter;
    if (semantic !== '')
      ids.set(semantic.toLowerCase(), { name: name.text, isWhole: isWhole(type) });
    else {
      for (const field of fieldsOf(w, parameter)) {
        const path = `${name.text}.${field.name.text}`;
        ids.set(field.semantic.toLowerCase(), { name: path, isWhole: isWhole(field.type) });
      }
    }
  }
  return ids;
}

function isWhole(type: readonly Token[]): boolean {
  const words = type.map(({ text }) => text).join('');
  return /^(?:uint3|int3|vector<u?int,3>)$/.test(words) || /3>?$/.test(words);
}

/** Fields with semantics of a parameter whose type is a struct of the source. */
function fieldsOf(
  { tokens, declarations }: Writer,
  { type }: WrittenParameter,
): WrittenParameter[] {
  const name = type.at(-1)?.text;
  const struct = withMembers(declarations).find(
    (each) => each.kind === 'struct' && each.name === name,
  );
  const fields = (struct?.members ?? []).flatMap(({ kind, at, end }) =>
    kind === 'variable' ? readParameters(tokens, [at, end - 1], false) : [],
  );
  return fields.filter(({ semantic }) => semantic !== '');
}
