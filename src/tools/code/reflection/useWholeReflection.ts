import { startTransition, useEffect, useMemo, useState } from 'react';
import type { CompileTarget } from '#core/output/compileTarget.ts';
import type { JsonValue } from '#core/util/json.ts';
import { hasAtMost } from '#core/util/jsonSize.ts';
import { untilDisposed } from '#core/util/newest.ts';
import { runAtOnce, runInSlices } from '#core/util/slices.ts';
import { whileNeeded } from '#core/util/whileNeeded.ts';
import { type ShownReflection, wholeReflection } from './shownReflection.ts';

/** Reflections of up to this many values are read at once, in a few milliseconds. */
const MAX_AT_ONCE = 5000;

interface ReadReflection {
  /** While a newer one is read, the one before it; null if there is none. */
  readonly whole: ShownReflection | null;
  readonly isReading: boolean;
}

/** What the panel shows of a reflection: a large one is read in short tasks. */
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
        // For the panel's error boundary.
        setNewest(() => {
          throw thrown;
        });
      }),
    );
  }, [atOnce, reflection, target]);
  const isReading = atOnce === null && newest?.of !== reflection;
  return { whole: atOnce ?? newest?.whole ?? null, isReading };
}
