import type { CompileTarget } from '#core/output/compileTarget.ts';
import { type EntryPointRow, entryPointRows } from '#core/plan/reflection/entryPointRows.ts';
import { type ParameterRow, parameterRows } from '#core/plan/reflection/parameterRows.ts';
import { searchRows } from '#core/plan/reflection/parameterTable.ts';
import type { JsonValue } from '#core/util/json.ts';
import { briefJson } from '#core/util/jsonBrief.ts';
import { searchJson } from '#core/util/jsonSearch.ts';
import type { Sliced } from '#core/util/slices.ts';

/** What the panel shows: a whole reflection, or what a search finds in it. */
export interface ShownReflection {
  /** Empty if nothing is searched for. */
  readonly query: string;
  readonly target: CompileTarget;
  readonly rows: readonly ParameterRow[];
  readonly entryPoints: readonly EntryPointRow[];
  /** The compiler's JSON with long texts cut; null without a match. */
  readonly tree: JsonValue;
  /** In the tree. */
  readonly matches: number;
}

export function* wholeReflection(
  reflection: JsonValue,
  target: CompileTarget,
): Sliced<ShownReflection> {
  return {
    ...{ query: '', target, matches: 0 },
    rows: yield* parameterRows(reflection, target),
    entryPoints: entryPointRows(reflection),
    tree: yield* briefJson(reflection),
  };
}

/** Searches all that the panel shows of a reflection, ignoring case. */
export function* searchReflection(whole: ShownReflection, query: string): Sliced<ShownReflection> {
  const wanted = query.toLowerCase();
  const { value = null, count } = yield* searchJson(whole.tree, query);
  return {
    ...{ query, target: whole.target, tree: value, matches: count },
    rows: yield* searchRows(whole.rows, query),
    entryPoints: whole.entryPoints.filter(({ name, stage, inputs }) =>
      [name, stage, ...inputs].some((text) => text.toLowerCase().includes(wanted)),
    ),
  };
}
