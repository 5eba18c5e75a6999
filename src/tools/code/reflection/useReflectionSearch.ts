import { startTransition, useEffect, useState } from 'react';
import { runInSlices } from '#core/util/slices.ts';
import { whileNeeded } from '#core/util/whileNeeded.ts';
import { type ShownReflection, searchReflection } from './shownReflection.ts';

/** What the query finds. While a search is under way, what the one before found stays. */
export function useReflectionSearch(whole: ShownReflection, query: string): ShownReflection {
  const [found, setFound] = useState<ShownReflection | null>(null);
  useEffect(() => {
    const end = new AbortController();
    const search = async () => {
      const all = query === '' ? null : searchReflection(whole, query);
      const newest = all && (await runInSlices(whileNeeded(all, end.signal)));
      if (!end.signal.aborted) startTransition(() => setFound(newest));
    };
    void search();
    return () => end.abort();
  }, [whole, query]);
  return query === '' ? whole : (found ?? whole);
}
