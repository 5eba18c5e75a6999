import { startTransition, useEffect, useState } from 'react';
import { untilDisposed } from '#core/util/newest.ts';
import { runInSlices } from '#core/util/slices.ts';
import { whileNeeded } from '#core/util/whileNeeded.ts';
import { type ShownReflection, searchReflection } from './shownReflection.ts';

/** What the query finds. While a search is under way, what the one before found stays. */
export function useReflectionSearch(whole: ShownReflection, query: string): ShownReflection {
  const [found, setFound] = useState<ShownReflection | null>(null);
  useEffect(
    () =>
      untilDisposed(async (signal) => {
        const all = query === '' ? null : searchReflection(whole, query);
        const newest = all && (await runInSlices(whileNeeded(all, signal)));
        if (!signal.aborted) startTransition(() => setFound(newest));
      }),
    [whole, query],
  );
  return query === '' ? whole : (found ?? whole);
}
