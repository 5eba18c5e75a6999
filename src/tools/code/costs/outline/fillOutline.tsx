import { createElement, Fragment } from 'react';
import { createPortal } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { useStore } from 'zustand';
import { runRequest } from '#core/output/compileResult.ts';
import { addCosts, type FunctionCost, type ProgramCost, totalOf } from '#core/output/countCosts.ts';
import { assertNever } from '#core/util/assertNever.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { messageOf } from '#core/util/errors.ts';
import { untilDisposed } from '#core/util/newest.ts';
import type { CodeTools } from '#tools/code/codeTools.ts';
import { CostBar } from '#tools/code/costs/CostBar.tsx';
import {
  byName,
  COST_NOTE,
  type CostHistory,
  type CostState,
  costOf,
  type NamedCost,
} from '#tools/code/costs/costs.ts';
import type { NotedList } from '#ui/editor/symbolNotes.ts';

/** Counts the current text in the background, and shows the bars in a list of its symbols. */
export function fillOutline({ symbols, foot }: NotedList, context: CodeTools): Dispose {
  const { costs } = context;
  const root = createRoot(foot);
  const show = (outcome: CountOutcome) =>
    root.render(createElement(OutlineCosts, { symbols, costs, outcome }));
  show({ kind: 'counting' });
  const end = untilDisposed(async (signal) => {
    const outcome = await countCurrent(context, signal);
    if (!signal.aborted) show(outcome);
  });
  return () => {
    end();
    root.unmount();
  };
}

interface OutlineCostsProps {
  readonly symbols: NotedList['symbols'];
  readonly costs: CostHistory;
  readonly outcome: CountOutcome;
}

function OutlineCosts({ symbols, costs, outcome }: OutlineCostsProps) {
  const state = useStore(costs.store);
  const found = outcome.kind === 'counted' ? symbolCosts(symbols, state) : [];
  const full = Math.max(1, ...found.map((each) => (each ? totalOf(each.of.cost) : 0)));
  return (
    <>
      <p role="status">{noteOf(outcome)}</p>
      {symbols.map(({ path, place }, index) => {
        const cost = found[index];
        const key = `${index} ${path.join('.')}`;
        if (!cost) return <Fragment key={key} />;
        const { of, before, scope } = cost;
        const bar = <CostBar {...{ of, before, full }} {...(scope === null ? {} : { scope })} />;
        return <Fragment key={key}>{createPortal(bar, place)}</Fragment>;
      })}
    </>
  );
}

function noteOf(outcome: CountOutcome): string {
  switch (outcome.kind) {
    case 'counting':
      return 'Counting SPIR-V instructions…';
    case 'counted':
      return `${COST_NOTE}.`;
    case 'failed':
      return outcome.reason;
    default:
      return assertNever(outcome);
  }
}

type CountOutcome =
  | { readonly kind: 'counting' }
  /** The history has the counts. */
  | { readonly kind: 'counted' }
  | { readonly kind: 'failed'; readonly reason: string };

export async function countCurrent(
  { workspace, compiles, costs }: Pick<CodeTools, 'workspace' | 'compiles' | 'costs'>,
  signal: AbortSignal,
): Promise<CountOutcome> {
  const { text, files } = workspace.project();
  const opened = workspace.store.getState().opened.revision;
  const request = { ...runRequest(text, files), target: 'SPIRV' } as const;
  try {
    const report = await compiles.compile(request, signal);
    if (report === null) return { kind: 'counting' };
    if (report === 'no-answer') return failed('the compiler does not finish this source');
    if (!report.succ) return failed('the source does not compile to SPIR-V');
    await costs.count({ opened, request }, report.result.code);
    return { kind: 'counted' };
  } catch (thrown) {
    return { kind: 'failed', reason: messageOf(thrown) };
  }
}

function failed(why: string): CountOutcome {
  return { kind: 'failed', reason: `Nothing is counted, because ${why}.` };
}

interface SymbolCost {
  readonly of: FunctionCost;
  readonly before: FunctionCost | null;
  /** What the numbers cover; null for a single function. */
  readonly scope: string | null;
}

interface CostedSymbol {
  readonly path: readonly string[];
  readonly hasCode: boolean;
}

/**
 * The cost of each symbol: of an entry point with everything that it calls, of any other function
 * with its lambdas. Null for a symbol without code in the program.
 */
export function symbolCosts(
  symbols: readonly CostedSymbol[],
  { now, before }: Pick<CostState, 'now' | 'before'>,
): (SymbolCost | null)[] {
  if (now === null) return symbols.map(() => null);
  const listed = namesIn(symbols);
  const find = finder(now, listed);
  const findBefore = before && finder(before, listed);
  return symbols.map(({ path, hasCode }) => {
    const found = hasCode ? find(path) : null;
    const was = found && findBefore?.(path);
    return found && { ...found, before: was && isTotal(was) === isTotal(found) ? was.of : null };
  });
}

const TOTAL = 'Including all that it calls';

const isTotal = ({ scope }: Pick<SymbolCost, 'scope'>) => scope === TOTAL;

interface ListedNames {
  readonly all: ReadonlySet<string>;
  /** How many names share each last part. */
  readonly byLast: ReadonlyMap<string, number>;
}

function namesIn(symbols: readonly CostedSymbol[]): ListedNames {
  const all = new Set(symbols.map(({ path }) => nameOf(path)));
  const byLast = new Map<string, number>();
  for (const name of all) {
    const last = name.slice(name.lastIndexOf('.') + 1);
    byLast.set(last, (byLast.get(last) ?? 0) + 1);
  }
  return { all, byLast };
}

function finder({ functions, entryPoints }: ProgramCost, listed: ListedNames) {
  const known = byName(functions);
  return (path: readonly string[]): Omit<SymbolCost, 'before'> | null => {
    const name = nameOf(path);
    const entryPoint = costOf(entryPoints, name);
    if (entryPoint) return { of: entryPoint, scope: TOTAL };
    // Some members, such as those of extensions, have unqualified names.
    const last = path.at(-1) ?? '';
    const own = costsOf(known, name) ?? (listed.all.has(last) ? null : costsOf(known, last));
    if (!own) return null;
    // A lambda's name contains only the unqualified name of its function.
    const lambdas = listed.byLast.get(last) === 1 ? known.get(`lambda in ${last}`) : undefined;
    return { of: lambdas ? together(own, lambdas) : own, scope: scopeOf(own, lambdas) };
  };
}

/** A struct's constructor has the struct's name. */
function nameOf(path: readonly string[]): string {
  return (path.at(-1) === 'init' ? path.slice(0, -1) : path).join('.');
}

/** The costs of a function, or of a property's accessors. */
function costsOf(known: ReadonlyMap<string, NamedCost>, name: string): NamedCost | null {
  const parts = [name, `${name}.get`, `${name}.set`].flatMap((each) => known.get(each) ?? []);
  return parts.length === 0 ? null : parts.reduce(together);
}

function together(one: NamedCost, other: NamedCost): NamedCost {
  return {
    ...one,
    cost: addCosts(one.cost, other.cost),
    loops: one.loops + other.loops,
    versions: one.versions + other.versions,
  };
}

function scopeOf({ versions }: NamedCost, lambdas: NamedCost | undefined): string | null {
  const all = versions > 1 ? `All ${versions} functions of this name` : null;
  if (!lambdas) return all;
  return all ? `${all} with their lambdas` : 'With its lambdas';
}
