import { afterClosing, lineCounter, readTokens, type Token } from '#core/source/tokens.ts';
import { lowerBound } from '#core/util/partitionPoint.ts';
import type { Words } from './codeWords.ts';
import type { DeclarationIndex, DeclaredLines } from './declaredLines.ts';
import type { PlacedCode } from './placedCode.ts';
import type { KnownFile, Place } from './printedFiles.ts';

/** One-based and inclusive. */
interface Lines {
  readonly from: number;
  readonly to: number;
}

/** The lines of a file that define names. */
interface FileFlow {
  /** For each name or member, the lines inside functions that assign it, in order. */
  readonly locals: ReadonlyMap<string, readonly number[]>;
  /** The same for lines outside of functions. */
  readonly globals: ReadonlyMap<string, readonly number[]>;
  readonly macros: ReadonlyMap<string, Lines>;
  /** The multi-line statement that each line belongs to, by line. */
  readonly statements: ReadonlyMap<number, Lines>;
}

/** Finds the lines that a line's value may come from, without a compiler. */
export type SourceFlow = ReturnType<typeof createSourceFlow>;

/** The lines that define a name. */
interface FlowSource {
  readonly name: string;
  readonly known: KnownFile;
  readonly lines: readonly number[];
}

interface OnlyUser {
  readonly name: string;
  readonly user: Place;
}

/** The most definitions of a name considered for a line: those nearest to it. */
const MAX_DEFINITIONS = 4;
/** A variable whose last use may be further away than this is not followed. */
const MAX_DISTANCE = 300;
/** The most lines read of a function's body. */
const MAX_BODY = 60;

export function createSourceFlow({ index, hasFunction }: PlacedCode) {
  const files = new Map<KnownFile, FileFlow>();
  const sources = new Map<KnownFile, Map<number, readonly FlowSource[]>>();
  const users = new Map<KnownFile, Map<number, readonly OnlyUser[]>>();
  const flowOf = (known: KnownFile): FileFlow => {
    const found =
      files.get(known) ?? readFlow(known.text, (line) => index.functionAt(known, line) !== null);
    files.set(known, found);
    return found;
  };
  /** The lines of declarations outside the line's own. */
  const declaredSources = (name: string, from: Place): FlowSource[] =>
    index.named(name).flatMap((declared): FlowSource[] => {
      if (isInside(declared, from)) return [];
      const { known } = declared;
      if (declared.kind === 'struct') return madeBy(declared, index, hasFunction);
      if (declared.kind === 'function' && hasFunction(name)) return [];
      // A declaration without a value cannot be part of an expression.
      const hasValue =
        declared.kind === 'function' ||
        declared.from < declared.to ||
        flowOf(known).globals.get(name)?.includes(declared.line);
      return hasValue ? [{ name, known, lines: bodyOf(declared) }] : [];
    });
  const read = (place: Place): FlowSource[] => {
    const { known, line } = place;
    const { locals, globals } = flowOf(known);
    const around = index.functionAt(known, line);
    const found: FlowSource[] = [];
    for (const name of namesIn(known.wordsAt(line))) {
      const local = around ? nearestIn(locals.get(name) ?? [], around, line) : [];
      if (local.length > 0) found.push({ name, known, lines: local });
      else {
        found.push(...declaredSources(name, place));
        const all = (globals.get(name) ?? []).filter((each) => each !== line);
        if (all.length > 0) found.push({ name, known, lines: all.slice(0, MAX_DEFINITIONS) });
      }
      for (const file of macroFiles(name)) found.push({ name, ...file });
    }
    return found;
  };
  const macroFiles = (name: string) =>
    index.files.flatMap((known) => {
      const lines = flowOf(known).macros.get(name);
      return lines ? [{ known, lines: linesOf(lines) }] : [];
    });
  return {
    /**
     * The lines that define the names on a line: assignments, constants, macros, and the bodies of
     * functions that the code lacks, so the compiler inlined them.
     */
    sourcesOf(place: Place): readonly FlowSource[] {
      const ofFile = sources.get(place.known) ?? new Map<number, readonly FlowSource[]>();
      sources.set(place.known, ofFile);
      const found = ofFile.get(place.line) ?? read(place);
      ofFile.set(place.line, found);
      return found;
    },
    /**
     * The line that uses the value of a variable defined on this line, if the code function lacks
     * the variable: the compiler folds a variable with a single use into that use.
     */
    userOf(place: Place, inFunction: Words): Place | null {
      const ofFile = users.get(place.known) ?? new Map<number, readonly OnlyUser[]>();
      users.set(place.known, ofFile);
      const found =
        ofFile.get(place.line) ??
        onlyUsers(place, index.functionAt(place.known, place.line), flowOf(place.known));
      ofFile.set(place.line, found);
      return found.find(({ name }) => !inFunction.has(name))?.user ?? null;
    },
    statementAt: ({ known, line }: Place): Lines =>
      flowOf(known).statements.get(line) ?? { from: line, to: line },
  };
}

function* namesIn(words: Iterable<string>): Iterable<string> {
  for (const word of words) if (/^[\p{L}_]/u.test(word)) yield word;
}

function isInside({ known, from, to }: DeclaredLines, place: Place): boolean {
  return place.known === known && from <= place.line && place.line <= to;
}

function linesOf({ from, to }: Lines): number[] {
  return Array.from({ length: Math.min(to - from + 1, MAX_BODY) }, (_, at) => from + at);
}

/** Without the header, unless the body is on the same line. */
function bodyOf({ kind, from, line, to }: DeclaredLines): number[] {
  return linesOf(kind === 'function' && line < to ? { from: line + 1, to } : { from, to });
}

/** The lines that produce a struct's value: the values of its members, and its constructors. */
function madeBy(
  struct: DeclaredLines,
  index: DeclarationIndex,
  hasFunction: (name: string) => boolean,
): FlowSource[] {
  if (hasFunction(struct.name)) return [];
  return index
    .membersOf(struct)
    .filter(({ kind, name }) => kind === 'variable' || name === '__init')
    .map((each) => ({ name: struct.name, known: each.known, lines: bodyOf(each) }));
}

/** The nearest definitions before a line in its function or, as in a loop, those after it. */
function nearestIn(all: readonly number[], { from, to }: Lines, line: number): number[] {
  const start = lowerBound(all, from);
  const own = lowerBound(all, line);
  if (own > start) return all.slice(Math.max(start, own - MAX_DEFINITIONS), own);
  const after = all[own] === line ? own + 1 : own;
  return all.slice(after, Math.min(after + MAX_DEFINITIONS, lowerBound(all, to + 1)));
}

/** For each variable that a line defines, the line that uses it, if there is only one. */
function onlyUsers(
  { known, line }: Place,
  around: DeclaredLines | null,
  { locals, statements }: FileFlow,
): OnlyUser[] {
  const found: OnlyUser[] = [];
  for (const name of around ? namesIn(known.wordsAt(line)) : []) {
    const definitions = locals.get(name) ?? [];
    const own = lowerBound(definitions, line);
    if (!around || definitions[own] !== line) continue;
    const from = (statements.get(line)?.to ?? line) + 1;
    const last = Math.min(definitions[own + 1] ?? around.to, around.to);
    const to = Math.min(last, line + MAX_DISTANCE);
    let user: Place | null = null;
    let uses = 0;
    for (let at = from; at <= to && uses < 2; at += 1) {
      if (!known.wordsAt(at).has(name)) continue;
      uses += 1;
      user = { known, line: at };
    }
    if (user && uses === 1 && to === last) found.push({ name, user });
  }
  return found;
}

function readFlow(text: string, isInFunction: (line: number) => boolean): FileFlow {
  const lineOf = lineCounter(text);
  const macros = new Map<string, Lines>();
  const tokens = readTokens(text, (directive) => {
    const name = /^#\s*define\s+(\w+)/.exec(directive.text)?.[1];
    if (name !== undefined) {
      macros.set(name, { from: lineOf(directive.from), to: lineOf(directive.to - 1) });
    }
  });
  const locals = new Map<string, number[]>();
  const globals = new Map<string, number[]>();
  const define = (name: string, token: Token) => {
    const line = lineOf(token.from);
    const definitions = isInFunction(line) ? locals : globals;
    const known = definitions.get(name);
    if (!known) definitions.set(name, [line]);
    else if (known.at(-1) !== line) known.push(line);
  };
  const statements = new Map<number, Lines>();
  for (const { start, end } of statementsOf(tokens)) {
    const first = tokens[start];
    const last = tokens[end - 1];
    if (!first || !last) continue;
    readDefinitions(tokens, start, end, define);
    const lines = { from: lineOf(first.from), to: lineOf(last.to - 1) };
    for (let line = lines.from; lines.from < lines.to && line <= lines.to; line += 1) {
      if (!statements.has(line)) statements.set(line, lines);
    }
  }
  return { locals, globals, macros, statements };
}

/** Splits tokens at semicolons and at the braces of blocks, but not at those of initialisers. */
function* statementsOf(tokens: readonly Token[]): Iterable<{ start: number; end: number }> {
  let start = 0;
  let parentheses = 0;
  let initialisers = 0;
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== 'symbol') continue;
    const before = tokens[at - 1]?.text ?? '';
    if (text === '(') parentheses += 1;
    else if (text === ')') parentheses = Math.max(0, parentheses - 1);
    else if (text === '{' && (initialisers > 0 || /^(?:=|return)$/.test(before))) initialisers += 1;
    else if (text === '}' && initialisers > 0) initialisers -= 1;
    else if (/^[;{}]$/.test(text) && (parentheses === 0 || text !== ';')) {
      if (at > start) yield { start, end: at };
      start = at + 1;
      parentheses = 0;
    }
  }
}

/** Finds what a statement assigns: `a = …`, `a.b[i] += …`, `++a`, and the arguments of a call. */
function readDefinitions(
  tokens: readonly Token[],
  start: number,
  end: number,
  define: (name: string, token: Token) => void,
): void {
  for (let at = start; at < end; at += 1) {
    const token = tokens[at];
    if (token?.kind !== 'word' || tokens[at - 1]?.text === '.') continue;
    const names = [token];
    let next = at + 1;
    while (next < end) {
      if (tokens[next]?.text === '[') next = afterClosing(tokens, next, end);
      else if (tokens[next]?.text === '.' && tokens[next + 1]?.kind === 'word') {
        names.push(tokens[next + 1] ?? token);
        next += 2;
      } else break;
    }
    const isCalled = at === start && names.length > 1 && tokens[next]?.text === '(';
    if (isAssigned(tokens, next, end) || isStepped(tokens, at, next) || isCalled) {
      for (const name of names) define(name.text, token);
    }
    if (at === start && tokens[next]?.text === '(') {
      for (let inside = next + 1; inside < end; inside += 1) {
        const argument = tokens[inside];
        const isPlain = /^[(,]$/.test(tokens[inside - 1]?.text ?? '') && argument?.kind === 'word';
        if (argument && isPlain && /^[,)]$/.test(tokens[inside + 1]?.text ?? '')) {
          define(argument.text, argument);
        }
      }
    }
  }
}

/** Whether an assignment follows, such as `=`, `+=` or `<<=`, as opposed to a comparison. */
function isAssigned(tokens: readonly Token[], at: number, end: number): boolean {
  let equals = at;
  while (equals < end && /^[-+*/%&|^<>]$/.test(tokens[equals]?.text ?? '')) equals += 1;
  if (tokens[equals]?.text !== '=' || tokens[equals + 1]?.text === '=') return false;
  const operator = tokens.slice(at, equals).map(({ text }) => text);
  return operator.length === 0 || operator.length === 2 || !/^[<>]$/.test(operator[0] ?? '');
}

function isStepped(tokens: readonly Token[], from: number, to: number): boolean {
  const isTwice = (at: number) =>
    /^[-+]$/.test(tokens[at]?.text ?? '') && tokens[at]?.text === tokens[at + 1]?.text;
  return isTwice(to) || isTwice(from - 2);
}
