import { MAIN_FILE } from '#core/project/project.ts';
import { createMacroConditions } from '#core/source/conditions.ts';
import type { Evaluate } from '#core/source/constantExpression.ts';
import { readSource, type Source } from '#core/source/declarations.ts';
import {
  afterAngles,
  afterClosing,
  readTokensInSlices,
  type Span,
  type Token,
} from '#core/source/tokens.ts';
import { runAtOnce, type Sliced } from '#core/util/slices.ts';
import { type Body, findBodies, readParameters, readSignatures } from './bodies.ts';
import type { ChosenCall } from './calls.ts';
import { beginCall, colorField, type Stage, stageOf, vertexKernel } from './entryPoints.ts';
import { namesPicture } from './expressions.ts';
import { findModules, type Texts, type TracedModule } from './modules.ts';
import { mergeDeclared, type OwnType, type OwnTypes, readOwnTypes } from './ownTypes.ts';
import type {
  InstrumentedProgram,
  Site,
  TracedFile,
  TracedFunction,
  Unseen,
  Variable,
  VertexKernel,
} from './site.ts';
import { readStatement, readStatements } from './statements.ts';
import {
  type ModuleCode,
  type OpenedTypes,
  traceModule,
  writeModuleCode,
  writeTraceModule,
} from './traceCode.ts';
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
import { type DeclaredTypes, interfacesIn, lineOf, type WrittenType } from './writtenTypes.ts';

/** What is painted besides sites, in the program's source. */
export interface PaintedParts {
  /** It gets the last site. */
  readonly expression?: Span | null;
  /** The only call in which values count; all if null or omitted. */
  readonly call?: ChosenCall | null;
}

/** An instrumented program, with the code to inspect if the compiler refuses some of it. */
export interface Instrumented {
  readonly program: InstrumentedProgram;
  readonly modules: readonly InstrumentedModule[];
}

interface InstrumentedModule {
  /** The path of the file that ends with the code. */
  readonly path: string;
  readonly code: ModuleCode;
  /** The one-based line before the code. */
  readonly codeLine: number;
}

/**
 * Makes a source record what its threads do. Sites are inserted into its lines; the code that
 * records them follows the last line. Pure; accepts any text.
 */
export function instrumentSource(source: string, kind: TraceKind = 'records'): InstrumentedProgram {
  const texts = { text: source, files: [] };
  return runAtOnce(instrumentWithout(texts, kind, NOTHING_REFUSED)).program;
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

/** A file to instrument. */
interface ReadFile extends Source {
  readonly file: TracedFile;
  readonly bodies: readonly Body[];
  /** The module that it belongs to; the first one if there are several. */
  readonly module: number;
}

/** A module to instrument. */
interface ReadModule extends TracedModule {
  readonly sources: readonly ReadFile[];
  readonly own: OwnTypes;
}

/**
 * Instruments the files that the main file reaches, without the parts that the compiler refused.
 * Runs in slices because sources may be long.
 *
 * @param painted what the kind `paint` needs besides
 * @param beside code that runs at sites; an expression in it gets the last site
 */
export function* instrumentWithout(
  texts: Texts,
  kind: TraceKind,
  refused: Refused,
  painted: PaintedParts = {},
  beside: BesideSites = NOTHING_BESIDE,
): Sliced<Instrumented> {
  const modules = yield* readModules(texts);
  const files = [...new Set(modules.flatMap(({ sources }) => sources))];
  const shared = {
    ...{ kind, refused, beside, statement: readStatement },
    prefix: prefixFor([texts, ...texts.files]),
    signatures: readSignatures(files),
    types: mergeDeclared(modules.map(({ own }) => own.declared)),
    statementMacros: statementMacrosOf(files.map(({ text }) => text).join('\n')),
    ...{ sites: [], variables: [], variableTypes: [], functions: [], unseen: [] },
  };
  const entryPoints: string[] = [];
  const kernels: VertexKernel[] = [];
  const written: WrittenFile[] = [];
  for (const read of files) {
    const w = writerOf(read, shared);
    const firstVariable = w.variables.length;
    const ownKernels: VertexKernel[] = [];
    for (const body of read.bodies) {
      const stage = stageOf(body);
      const entry = stage && { index: entryPoints.push(body.name) - 1, stage };
      let silence = silenceOf(read.tokens, body);
      if (entry?.stage === 'vertex') {
        const kernel = vertexKernel(w, body, entry.index, kernels.length);
        if (typeof kernel === 'string') silence = kernel;
        else for (const list of [kernels, ownKernels]) list.push(kernel);
      }
      readBody(w, body, { entry, silence });
      yield;
    }
    const variableTypes = w.variableTypes.slice(firstVariable);
    written.push({ ...read, w, kernels: ownKernels, variableTypes });
  }
  if (painted.expression) addExpression(written, painted.expression);
  if (painted.call) addCalls(written, painted.call);
  addBeside(written, beside);
  return finish(shared, { modules, written, entryPoints, kernels });
}

function* readModules(texts: Texts): Sliced<ReadModule[]> {
  const known = new Map<TracedFile, ReadFile>();
  const read: ReadModule[] = [];
  for (const [module, found] of findModules(texts).entries()) {
    for (const file of found.files) {
      if (known.has(file)) continue;
      const tokens = yield* readTokensInSlices(file.text, undefined, createMacroConditions());
      yield;
      const source = readSource(file.text, tokens);
      yield;
      known.set(file, { ...source, file, bodies: findBodies(source), module });
      yield;
    }
    const sources = found.files.flatMap((file) => known.get(file) ?? []);
    read.push({ ...found, sources, own: readOwnTypes(sources) });
    yield;
  }
  return read;
}

/** What the writers of all files have in common. */
type Shared = Pick<
  Writer,
  | 'kind'
  | 'refused'
  | 'beside'
  | 'statement'
  | 'prefix'
  | 'signatures'
  | 'types'
  | 'statementMacros'
> & {
  readonly sites: Site[];
  readonly variables: Variable[];
  readonly variableTypes: (WrittenType | null)[];
  readonly functions: TracedFunction[];
  readonly unseen: Unseen[];
};

function writerOf({ file, text, tokens, declarations, module }: ReadFile, shared: Shared): Writer {
  return {
    ...shared,
    ...{ file, source: text, tokens, declarations },
    suffix: module === 0 ? '' : `M${module}`,
    lineStarts: lineStartsOf(text),
    ...{ edits: [], context: OUTSIDE },
    scope: { parent: null, names: new Map(), to: text.length },
  };
}

interface WrittenFile extends ReadFile {
  readonly w: Writer;
  readonly kernels: readonly VertexKernel[];
  readonly variableTypes: readonly (WrittenType | null)[];
}

/** Adds the sites of expressions that are recorded beside others. */
function addBeside(written: readonly WrittenFile[], beside: BesideSites): void {
  for (const [id, { name, text }] of beside) {
    const site = written[0]?.w.sites[id];
    const found = site && fileAround(written, site);
    if (!site || !found || name !== 'result') continue;
    const { w, file } = found;
    w.context = { ...OUTSIDE, index: site.function };
    const own = { from: site.from - file.from, to: site.to - file.from };
    addSite(w, own, { kind: 'value', name: text, variable: null });
  }
}

/** @param span in the program's source */
function fileAround(written: readonly WrittenFile[], { from, to }: Span): WrittenFile | undefined {
  return written.find(({ file }) => file.from <= from && to <= file.to);
}

/**
 * Records an expression where it is evaluated.
 *
 * @param expression its place in the program's source
 */
function addExpression(written: readonly WrittenFile[], { from, to }: Span): void {
  const found = fileAround(written, { from, to });
  if (!found) return;
  const { w, file, bodies } = found;
  const own = { from: from - file.from, to: to - file.from };
  const name = w.source.slice(own.from, own.to);
  const around = w.functions.findLastIndex((each) => each.from <= from && to <= each.to);
  const body = bodies.findLast(
    ({ open, end }) => fromOf(w, open) <= own.from && own.to <= fromOf(w, end - 1),
  );
  w.context = { ...OUTSIDE, index: Math.max(around, 0), isGeneric: body?.isGeneric ?? false };
  const site = addSite(w, own, { kind: 'value', name, variable: null });
  if (site === null || around < 0) return;
  insert(w, own.from, `${nameFor(w, 'result', '')}(${site}, `);
  insert(w, own.to, ')');
}

/** Tells, before each call of a function, whether it is the chosen one. */
function addCalls(written: readonly WrittenFile[], { calls, chosen }: ChosenCall): void {
  for (const [index, call] of calls.entries()) {
    const found = fileAround(written, call);
    if (!found) continue;
    const { w, file } = found;
    const enters = `${w.prefix}enters(${index === chosen})`;
    // Arguments may have calls of the function too.
    const begin = call.isStatement ? `(${enters}, ` : `${w.prefix}left(${enters}, `;
    insert(w, call.from - file.from, begin);
    insert(w, call.to - file.from, ')');
  }
}

interface ReadProgram {
  readonly modules: readonly ReadModule[];
  readonly written: readonly WrittenFile[];
  readonly entryPoints: readonly string[];
  readonly kernels: readonly VertexKernel[];
}

function finish(
  { kind, prefix, refused, beside, types: declared, sites, variables, functions, unseen }: Shared,
  { modules, written, entryPoints, kernels }: ReadProgram,
): Instrumented {
  const source = written.map(({ text }) => text).join('\n');
  const program = {
    ...{ kind, prefix, source },
    // Hits are counted by breakpoint.
    siteCount: kind === 'hits' ? beside.size : sites.length,
    hasFragments: written.some(({ bodies }) => bodies.some((each) => stageOf(each) === 'fragment')),
    hasKernels: kernels.length > 0,
  };
  const texts = new Map(
    written.map(({ file, w }) => [file.path, withEdits(file.text, w.edits)] as const),
  );
  const types = modules.flatMap(({ own }) => own.types);
  const done: InstrumentedModule[] = [];
  let firstType = 0;
  let firstOther = types.length;
  for (const [index, { files, sources, own, imports }] of modules.entries()) {
    const [root] = files;
    if (!root) continue;
    const inside = written.filter(({ file }) => files.includes(file));
    const code = writeModuleCode({
      ...{ program, declared, refused, firstType, firstOther, types: own.types },
      source: sources.map(({ text }) => text).join('\n'),
      suffix: index === 0 ? '' : `M${index}`,
      imported: imports.flatMap((each) => modules[each]?.own.types.filter(isNamedElsewhere) ?? []),
      opened: openedTypes(inside, own, declared),
      hasPicture: inside.some(namesPicture),
      fragments: new Map(inside.flatMap(({ w, bodies }) => fragmentTypes(w, bodies))),
      kernels: inside.flatMap((each) => each.kernels),
    });
    texts.set(root.path, `${texts.get(root.path)}\n${code.text}\n`);
    done.push({ path: root.path, code, codeLine: lineStartsOf(root.text).length });
    firstType += own.types.length;
    firstOther = code.nextOther;
  }
  const instrumented: InstrumentedProgram = {
    ...{ source, sites, variables, functions, entryPoints, unseen },
    files: written.map(({ file }) => file),
    text: texts.get(MAIN_FILE) ?? '',
    otherFiles: [
      ...[...texts].flatMap(([path, text]) => (path === MAIN_FILE ? [] : { path, text })),
      { path: `${traceModule(prefix)}.slang`, text: writeTraceModule(program) },
    ],
    bufferName: `${prefix}buffer`,
    vertexKernels: kernels,
    types: types.map(({ traced }) => traced),
  };
  return { program: instrumented, modules: done };
}

function isNamedElsewhere({ isPublic, generics }: OwnType): boolean {
  return isPublic && generics === '';
}

const TUPLE = 'Tuple';

function openedTypes(
  written: readonly WrittenFile[],
  { types, evaluate }: OwnTypes,
  declared: DeclaredTypes,
): OpenedTypes {
  const isGeneric = (type: OwnType) => type.generics !== '';
  const bodies = written.flatMap((each) => each.bodies);
  const tokens = written.flatMap((each) => each.tokens);
  const used = interfacesIn(declared, [
    ...written.flatMap(({ variableTypes }) => variableTypes),
    ...bodies.map(({ returns }) => returns),
    ...types.flatMap(({ fields }) => [...fields.values()]),
  ]);
  const interfaces = [...declared.interfaces.values()].filter(({ index }) => used.has(index));
  const hasTuples =
    tokens.some(({ text }) => /^(?:Tuple|makeTuple)$/.test(text)) &&
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
  return { ...opened, concrete: concreteTypes(tokens, names, evaluate) };
}

/** Names of macros whose text ends a statement. */
function statementMacrosOf(source: string): ReadonlySet<string> {
  const defined = source.matchAll(/^[ \t]*#[ \t]*define[ \t]+(\w+)((?:[^\n\\]|\\\r?\n|\\)*)/gm);
  const statements = [...defined].filter(([, , text = '']) => /[;}]\s*$/.test(text));
  return new Set(statements.flatMap(([, name]) => name ?? []));
}

/** A prefix for names in the trace code that no file contains. */
function prefixFor(files: readonly { readonly path?: string; readonly text: string }[]): string {
  const all = files.map(({ path = '', text }) => `${path}\n${text}`.toLowerCase());
  let prefix = 'trace_';
  for (let number = 2; all.some((text) => text.includes(prefix)); number += 1) {
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
function fragmentTypes(w: Writer, bodies: readonly Body[]): (readonly [string, string])[] {
  const fragments = bodies.filter((body) => stageOf(body) === 'fragment');
  const fields = fragments.map(({ returns }) => [returns, colorField(w, returns)] as const);
  return fields.flatMap(([type, field]) => (field === undefined ? [] : [[type, field]]));
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
