import { startTransition, useEffect, useMemo, useState } from 'react';
import type { CompileTarget } from '#core/output/compileTarget.ts';
import {
  type EntryPointRow,
  entryPointRows,
  type ParameterRow,
  parameterRows,
} from '#core/plan/reflection/parameterRows.ts';
import { searchRows } from '#core/plan/reflection/parameterTable.ts';
import type { JsonValue } from '#core/util/json.ts';
import { briefJson, hasAtMost, searchJson } from '#core/util/jsonView.ts';
import { untilDisposed } from '#core/util/newest.ts';
import { runAtOnce, runInSlices, type Sliced, whileNeeded } from '#core/util/slices.ts';

/** Reflections with up to this many values are read synchronously, in a few milliseconds. */
const MAX_AT_ONCE = 5000;

interface ReadReflection {
  /** The previous reflection while a newer one is being read; null if there is none. */
  readonly whole: ShownReflection | null;
  readonly isReading: boolean;
}

/** Reads a reflection for the panel. A large one is read in short tasks. */
export function useWholeReflection(reflection: JsonValue, target: CompileTarget): ReadReflection {
  const atOnce = useMemo(
    () =>
      hasAtMost(MAX_AT_ONCE, reflection) ? runAtOnce(wholeReflection(reflection, target)) : null,
    [reflection, target],
  );
  const [newest, setNewest] = useState<{
    readonly of: JsonValue;
    readonly whole: ShownReflection;
  }>();
  useEffect(() => {
    if (atOnce) {
      setNewest({ of: reflection, whole: atOnce });
      return undefined;
    }
    const read = async (signal: AbortSignal) => {
      const work = whileNeeded(wholeReflection(reflection, target), signal);
      const whole = await runInSlices(work);
      if (whole) startTransition(() => setNewest({ of: reflection, whole }));
    };
    return untilDisposed((signal) =>
      read(signal).catch((thrown) => {
        // Hands the error to the panel's error boundary.
        setNewest(() => {
          throw thrown;
        });
      }),
    );
  }, [atOnce, reflection, target]);
  const isReading = atOnce === null && newest?.of !== reflection;
  return { whole: atOnce ?? newest?.whole ?? null, isReading };
}

/** What the panel shows: a whole reflection, or a search's matches in it. */
export interface ShownReflection {
  /** Empty if there is no search. */
  readonly query: string;
  readonly target: CompileTarget;
  readonly rows: readonly ParameterRow[];
  readonly entryPoints: readonly EntryPointRow[];
  /** The compiler's JSON with long texts truncated; null if nothing matches. */
  readonly tree: JsonValue;
  /** Number of matches in the tree. */
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

/** Searches everything that the panel shows of a reflection, ignoring case. */
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
