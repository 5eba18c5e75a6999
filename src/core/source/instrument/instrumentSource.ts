import { readSource } from '#core/source/declarations.ts';
import { createMacroConditions } from '#core/source/macroConditions.ts';
import { readTokensInSlices, type Token } from '#core/source/tokens.ts';
import { runAtOnce, type Sliced } from '#core/util/slices.ts';
import { type Body, findBodies } from './bodies.ts';
import { concreteTypes } from './concreteTypes.ts';
import { readStatements } from './control.ts';
import { beginCall } from './entryPoint.ts';
import { type OwnType, type OwnTypes, readOwnTypes } from './ownTypes.ts';
import { readParameters } from './parameters.ts';
import { readSignatures } from './signatures.ts';
import type { InstrumentedProgram } from './site.ts';
import { bodiesOfOtherStages, OTHER_STAGE } from './stages.ts';
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
import { interfacesIn } from './writtenTypes.ts';

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
