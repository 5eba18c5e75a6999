import { createMacroConditions } from '#core/source/conditions.ts';
import type { Evaluate } from '#core/source/constantExpression.ts';
import { readSource } from '#core/source/declarations.ts';
import {
  afterAngles,
  afterClosing,
  readTokensInSlices,
  type Span,
  type Token,
} from '#core/source/tokens.ts';
import { runAtOnce, type Sliced } from '#core/util/slices.ts';
import { type Body, findBodies, readParameters, readSignatures } from './bodies.ts';
import { beginCall, colorField, type Stage, stageOf, vertexKernel } from './entryPoints.ts';
import { namesPicture } from './expressions.ts';
import { type OwnType, type OwnTypes, readOwnTypes } from './ownTypes.ts';
import type { InstrumentedProgram, VertexKernel } from './site.ts';
import { readStatement, readStatements } from './statements.ts';
import { type OpenedTypes, type TraceCode, writeTraceCode } from './traceCode.ts';
import {
  addSite,
  atCall,
  type BesideSites,
  declare,
  endCall,
  fromOf,
  guarded,
  inFunction,
  insert,
  leaveOut,
  lineAt,
  lineStartsOf,
  NOTHING_BESIDE,
  NOTHING_REFUSED,
  nameFor,
  type Refused,
  spanOf,
  type TraceKind,
  variableCall,
  type Writer,
  withEdits,
  within,
} from './writer.ts';
import { interfacesIn, lineOf } from './writtenTypes.ts';

/** An instrumented program, with the code to inspect if the compiler refuses some of it. */
export interface Instrumented {
  readonly program: InstrumentedProgram;
  /** The code after the source; `codeLine` is the one-based line before it. */
  readonly code: TraceCode;
  readonly codeLine: number;
}

/**
 * Makes a source record what its threads do. Sites are inserted into its lines; the code that
 * records them follows the last line. Pure; accepts any text.
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
  isFragment: false,
  isSilent: false,
};

/**
 * Instruments a source without the parts that the compiler refused. Runs in slices because sources
 * may be long.
 *
 * @param expression what to record besides; it gets the last site
 * @param beside code that runs at sites; an expression in it gets the last site
 */
export function* instrumentWithout(
  source: string,
  kind: TraceKind,
  refused: Refused,
  expression: Span | null = null,
  beside: BesideSites = NOTHING_BESIDE,
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
    beside,
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
  const kernels: VertexKernel[] = [];
  for (const body of bodies) {
    const stage = stageOf(body);
    const entry = stage && { index: entryPoints.push(body.name) - 1, stage };
    let silence = silenceOf(tokens, body);
    if (entry?.stage === 'vertex') {
      const kernel = vertexKernel(w, body, entry.index, kernels.length);
      if (typeof kernel === 'string') silence = kernel;
      else kernels.push(kernel);
    }
    readBody(w, body, { entry, silence });
    yield;
  }
  if (expression) addExpression(w, expression, bodies);
  for (const [id, { name, text }] of beside) {
    const site = w.sites[id];
    if (!site || name !== 'result') continue;
    w.context = { ...OUTSIDE, index: site.function };
    addSite(w, site, { kind: 'value', name: text, variable: null });
  }
  return finish(w, { entryPoints, kernels, own, bodies });
}

/** Records an expression where it is evaluated. */
function addExpression(w: Writer, expression: Span, bodies: readonly Body[]): void {
  const name = w.source.slice(expression.from, expression.to);
  const around = w.functions.findLastIndex(
    ({ from, to }) => from <= expression.from && expression.to <= to,
  );
  const body = bodies.findLast(
    ({ open, end }) => fromOf(w, open) <= expression.from && expression.to <= fromOf(w, end - 1),
  );
  w.context = { ...OUTSIDE, index: Math.max(around, 0), isGeneric: body?.isGeneric ?? false };
  const site = addSite(w, expression, { kind: 'value', name, variable: null });
  if (site === null || around < 0) return;
  insert(w, expression.from, `${nameFor(w, 'result', '')}(${site}, `);
  insert(w, expression.to, ')');
}

interface ReadSource {
  readonly entryPoints: readonly string[];
  readonly kernels: readonly VertexKernel[];
  readonly own: OwnTypes;
  readonly bodies: readonly Body[];
}

function finish(w: Writer, { entryPoints, kernels, own, bodies }: ReadSource): Instrumented {
  const { source, kind, sites, variables, functions, unseen, refused, prefix } = w;
  const { types, declared } = own;
  const code = writeTraceCode({
    source,
    kind,
    prefix,
    types,
    declared,
    opened: openedTypes(w, own, bodies),
    // Hits are counted by breakpoint.
    siteCount: kind === 'hits' ? w.beside.size : sites.length,
    hasPicture: namesPicture(w),
    fragments: fragmentTypes(w, bodies),
    kernels,
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
    vertexKernels: kernels,
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

/** A prefix for names in the trace code that the source does not contain. */
function prefixFor(source: string): string {
  let prefix = 'trace_';
  for (let number = 2; source.toLowerCase().includes(prefix); number += 1) {
    prefix = `trace${number}_`;
  }
  return prefix;
}

interface BodyKind {
  /** Null for functions that are no entry points. */
  readonly entry: { readonly index: number; readonly stage: Stage } | null;
  /** Why nothing in it is recorded. */
  readonly silence: string | undefined;
}

function readBody(w: Writer, body: Body, { entry, silence }: BodyKind): void {
  const name = w.tokens[body.nameAt];
  const close = w.tokens[body.end - 1];
  if (!name || close?.text !== '}') return;
  const line = lineAt(w, name.from);
  const entryPoint = entry?.index ?? null;
  const traced = { name: body.name, line, entryPoint, from: name.from, to: close.to };
  const { isGeneric, returns } = body;
  const isFragment = entry?.stage === 'fragment';
  const kind = {
    isDifferentiable: isDifferentiable(body),
    isGeneric,
    returns,
    isFragment,
    silence,
  };
  inFunction(w, traced, kind, () => {
    within(w, close.from, () => {
      const begin = entry ? beginCall(w, body, entry.index, entry.stage) : '';
      insert(w, fromOf(w, body.open) + 1, ` ${begin}${guarded(w, enterCalls(w, body, name))}`);
      readStatements(w, body.open + 1, body.end - 1);
      if (!returnsNothing(w.tokens, body)) return;
      const event = { kind: 'return', hasValue: false } as const;
      const site = addSite(w, spanOf(w, body.end - 1, body.end), event);
      insert(w, close.from, `${endCall(w)}${guarded(w, [atCall(w, site)])}`);
    });
  });
}

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

/** The value that a setter without parameters receives. */
function newValueCall(w: Writer, set: Token): string {
  return variableCall(w, set, declare(w, { ...set, text: 'newValue' }, ''));
}

/** Why nothing in a function is recorded, judging by its own tokens. */
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

/** The structs that fragment entry points return, with the field for the first target. */
function fragmentTypes(w: Writer, bodies: readonly Body[]): ReadonlyMap<string, string> | null {
  const fragments = bodies.filter((body) => stageOf(body) === 'fragment');
  if (fragments.length === 0) return null;
  const fields = fragments.map(({ returns }) => [returns, colorField(w, returns)] as const);
  return new Map(fields.flatMap(([type, field]) => (field === undefined ? [] : [[type, field]])));
}

/** Maximum number of types. Each adds a test for values whose type is a parameter. */
const MOST = 32;

const BUILT_IN = /^(?:bool|int|uint|float|half)(?:[1-4](?:x[1-4])?)?$/;

interface Names {
  /** Own types without type parameters. */
  readonly plain: ReadonlySet<string>;
  /** Own and library types with type parameters. */
  readonly generic: ReadonlySet<string>;
}

/**
 * The arrays and the types with arguments, such as `Pair<int, float>` and `float[4]`, that a source
 * names without type parameters. A type parameter may stand for them.
 *
 * @param evaluate evaluates constants of the source
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

/**
 * The index after the type that starts at a token; undefined if there is none, or it depends on a
 * type parameter.
 */
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

/** Length of the array brackets after a type or a variable's name; undefined if unknown. */
function lengthBehind(
  tokens: readonly Token[],
  at: number,
  evaluate: Evaluate,
): number | undefined {
  const open = tokens[at]?.kind === 'word' ? at + 1 : at;
  if (tokens[open]?.text !== '[') return undefined;
  const after = afterClosing(tokens, open);
  // The order of several dimensions depends on where they are written.
  if (tokens[after]?.text === '[') return undefined;
  const length = evaluate(tokens.slice(open + 1, after - 1));
  return length !== undefined && length > 0 ? length : undefined;
}
