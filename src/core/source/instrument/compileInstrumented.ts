import type { CompiledProgram, CompileResult, Diagnostic } from '#core/output/compileResult.ts';
import { MAIN_FILE, type ProjectFile } from '#core/project/project.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { runInSlices } from '#core/util/slices.ts';
import { type Instrumented, instrumentWithout, type PaintedParts } from './instrumentSource.ts';
import type { Texts } from './modules.ts';
import { type InstrumentedProgram, SITE_CALLS } from './site.ts';
import {
  type BesideSites,
  NOTHING_BESIDE,
  NOTHING_REFUSED,
  type Refused,
  type TraceKind,
} from './writer.ts';

/** Compiles a main file with other files. */
export type CompileText = (
  text: string,
  files: readonly ProjectFile[],
) => Promise<CompileResult | null>;

export interface CompiledInstrumented {
  readonly program: InstrumentedProgram;
  readonly result: CompiledProgram;
  readonly compiles: number;
  readonly refused: Refused;
}

/** Rounds that leave out what the compiler's errors name, before whole functions are left out. */
const ROUNDS = 6;

/** Maximum number of compiles. After that, more is left out than necessary. */
const MOST_COMPILES = 48;

const REFUSED = 'The compiler refuses to record this:';
const NOTHING_HELPS =
  'The program cannot be recorded, since the compiler refuses what the debugger adds:';

/**
 * Compiles a source that is instrumented to record its threads. Leaves out what the compiler
 * refuses: values, then types, then functions. The original source must compile. Null if a compile
 * was cancelled.
 *
 * @param known parts that are left out from the start
 * @param painted what the kind `paint` needs besides
 * @param beside code that runs at sites; an expression in it gets the last site
 */
export async function compileInstrumented(
  texts: Texts,
  compile: CompileText,
  kind: TraceKind = 'records',
  known: Refused = NOTHING_REFUSED,
  painted: PaintedParts = {},
  beside: BesideSites = NOTHING_BESIDE,
): Promise<Result<CompiledInstrumented> | null> {
  const attempts = createAttempts(texts, compile, kind, painted, beside);
  let refused = known;
  for (let round = 0; round < ROUNDS; round += 1) {
    const attempt = await attempts.try(refused);
    if (attempt.kind !== 'refused') return attempt.result;
    const next = withoutNamed(attempt.instrumented, attempt.errors, refused);
    if (!next) break;
    refused = next;
  }
  return compileByParts(texts, attempts, refused);
}

type Attempt =
  | { readonly kind: 'done'; readonly result: Result<CompiledInstrumented> | null }
  | {
      readonly kind: 'refused';
      readonly instrumented: Instrumented;
      readonly errors: readonly Diagnostic[];
      readonly message: string;
    };

type Attempts = ReturnType<typeof createAttempts>;

function createAttempts(
  texts: Texts,
  compile: CompileText,
  kind: TraceKind,
  painted: PaintedParts,
  beside: BesideSites,
) {
  let compiles = 0;
  return {
    async try(refused: Refused): Promise<Attempt> {
      const instrumented = await runInSlices(
        instrumentWithout(texts, kind, refused, painted, beside),
      );
      const { program } = instrumented;
      compiles += 1;
      const report = await compile(program.text, program.otherFiles);
      if (!report) return { kind: 'done', result: null };
      if (report.succ) {
        const { result } = report;
        return { kind: 'done', result: ok({ program, result, compiles, refused }) };
      }
      const { diagnostics, message } = report;
      const errors = diagnostics.filter(({ severity }) => /error|fatal/.test(severity));
      return { kind: 'refused', instrumented, errors, message };
    },
    count: (): number => compiles,
  };
}

/** Leaves out the parts on the lines of the errors; undefined if that adds nothing. */
function withoutNamed(
  { program, modules }: Instrumented,
  errors: readonly Diagnostic[],
  refused: Refused,
): Refused | undefined {
  const linesOf = new Map(
    [{ path: MAIN_FILE, text: program.text }, ...program.otherFiles].map(
      ({ path, text }) => [path, text.split('\n')] as const,
    ),
  );
  const sites = new Map(refused.sites);
  const types = new Map(refused.types);
  let { stores, vertices } = refused;
  for (const error of errors) {
    const reason = `${REFUSED} ${error.message}`;
    for (const { path, line, column } of placesOf(error)) {
      const file = path.slice(1);
      const module = modules.find((each) => each.path === file);
      const behind = module ? line - 1 - module.codeLine : -1;
      const type = module?.code.typeLines.get(behind);
      if (type !== undefined) types.set(type, reason);
      else if (module && behind >= module.code.picture) stores = reason;
      else if (module && behind >= module.code.vertices) vertices = reason;
      else if (behind < 0) {
        const text = linesOf.get(file)?.[line - 1] ?? '';
        for (const site of sitesAt(text, column, program)) sites.set(site, reason);
      }
    }
  }
  const isMore =
    sites.size > refused.sites.size ||
    types.size > refused.types.size ||
    stores !== refused.stores ||
    vertices !== refused.vertices;
  return isMore ? { ...refused, sites, types, stores, vertices } : undefined;
}

function placesOf(diagnostic: Diagnostic): Diagnostic[] {
  const { line, notes } = diagnostic;
  return [...(line > 0 ? [diagnostic] : []), ...notes.flatMap(placesOf)];
}

/** The site whose call spans the one-based column; otherwise all sites on the line. */
function sitesAt(
  line: string,
  column: number | undefined,
  { bufferName }: InstrumentedProgram,
): number[] {
  const name = new RegExp(`\\b${prefixOf(bufferName)}${SITE_CALLS}(?=\\((\\d+))`, 'g');
  const calls = [...line.matchAll(name)].map((match) => ({
    site: Number(match[1]),
    from: match.index,
    to: endOfCall(line, match.index),
  }));
  const at = (column ?? 0) - 1;
  const around = calls.filter(({ from, to }) => from <= at && at < to).at(-1);
  return (around ? [around] : calls).map(({ site }) => site);
}

/** Prefix of names in the trace code. */
export function prefixOf(bufferName: string): string {
  return bufferName.slice(0, -'buffer'.length);
}

/** The offset after the closing parenthesis of a call; the line's end if the call continues. */
function endOfCall(line: string, start: number): number {
  let depth = 0;
  for (let at = line.indexOf('(', start); at < line.length; at += 1) {
    if (line[at] === '(') depth += 1;
    else if (line[at] === ')') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return line.length;
}

/** Finds by bisection the functions that can be recorded, then the sites of the others. */
async function compileByParts(
  texts: Texts,
  attempts: Attempts,
  refused: Refused,
): Promise<Result<CompiledInstrumented> | null> {
  const { program } = await runInSlices(instrumentWithout(texts, 'records', refused));
  const all = program.functions.map((_, index) => index);
  const functions = await addByHalves(all, attempts, (out) => ({ ...refused, functions: out }));
  if (!functions.best?.ok || functions.out.size === 0) return functions.best;
  const inside = program.sites.filter((site) => functions.out.has(site.function));
  const ids = inside.map(({ id }) => id).filter((id) => !refused.sites.has(id));
  const sites = await addByHalves(ids, attempts, (out) => ({
    ...refused,
    sites: new Map([...refused.sites, ...out]),
  }));
  return sites.best?.ok ? sites.best : functions.best;
}

/** Leaves out all parts, then adds back by bisection those that the compiler accepts. */
async function addByHalves(
  parts: readonly number[],
  attempts: Attempts,
  refusedOf: (out: ReadonlyMap<number, string>) => Refused,
): Promise<{
  readonly best: Result<CompiledInstrumented> | null;
  readonly out: ReadonlyMap<number, string>;
}> {
  const out = new Map(parts.map((part) => [part, REFUSED]));
  const least = await attempts.try(refusedOf(out));
  if (least.kind === 'refused') return { best: fail(`${NOTHING_HELPS} ${reasonOf(least)}`), out };
  let best = least.result;
  const add = async (some: readonly number[]): Promise<void> => {
    if (some.length === 0 || attempts.count() > MOST_COMPILES || !best?.ok) return;
    const fewer = new Map([...out].filter(([part]) => !some.includes(part)));
    const attempt = await attempts.try(refusedOf(fewer));
    if (attempt.kind === 'done') {
      best = attempt.result;
      for (const part of some) out.delete(part);
      return;
    }
    const reason = `${REFUSED} ${reasonOf(attempt)}`;
    for (const part of some) out.set(part, reason);
    if (some.length === 1) return;
    const half = some.length >> 1;
    await add(some.slice(0, half));
    await add(some.slice(half));
  };
  await add(parts);
  return { best, out };
}

function reasonOf({ errors: [first], message }: Attempt & { readonly kind: 'refused' }): string {
  return first?.message ?? message;
}
