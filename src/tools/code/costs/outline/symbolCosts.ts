import { addCosts, type FunctionCost, type ProgramCost } from '#core/output/costs/cost.ts';
import { byName, type CostState, costOf, type NamedCost } from '#tools/code/costs/costState.ts';

/** The bar beside a symbol. */
export interface SymbolCost {
  readonly of: FunctionCost;
  readonly before: FunctionCost | null;
  /** What the numbers cover; null for one function by itself. */
  readonly scope: string | null;
}

interface CostedSymbol {
  readonly path: readonly string[];
  readonly hasCode: boolean;
}

/**
 * What each symbol costs: an entry point with all that it calls, any other function with its lambdas.
 * Null for a symbol without code in the program.
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

const TOTAL = 'With all that it calls';

const isTotal = ({ scope }: Pick<SymbolCost, 'scope'>) => scope === TOTAL;

interface ListedNames {
  readonly all: ReadonlySet<string>;
  /** The number of them by the last part of the name. */
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
    // Some members have their own name only, such as those of extensions.
    const last = path.at(-1) ?? '';
    const own = costsOf(known, name) ?? (listed.all.has(last) ? null : costsOf(known, last));
    if (!own) return null;
    // They are named by their function alone, whatever that is in.
    const lambdas = listed.byLast.get(last) === 1 ? known.get(`lambda in ${last}`) : undefined;
    return { of: lambdas ? together(own, lambdas) : own, scope: scopeOf(own, lambdas) };
  };
}

/** The function that makes a struct has the struct's name. */
function nameOf(path: readonly string[]): string {
  return (path.at(-1) === 'init' ? path.slice(0, -1) : path).join('.');
}

/** Of a function, or of a property's accessors. */
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
