import { textHash } from '#core/util/text.ts';
import { STORAGE_KEYS } from '#engine/storage/storageKeys.ts';
import type { BadEnd } from '#workspace/runState.ts';
import { storedList } from '#workspace/storedList.ts';

/** How earlier runs ended, stored in this browser by source hash. */
export type RunRecord = ReturnType<typeof createRunRecord>;

export interface SourceOrigin {
  /** Whether the source comes from a link or a zip. */
  readonly foreign: boolean;
  /** Whether the source is one of the site's demos, unchanged. */
  readonly siteDemo: boolean;
}

/** Maximum number of sources remembered with a bad end; the oldest are forgotten. */
const MAX_BAD_ENDS = 50;

const MAX_LASTED = 200;

/** @param today the time in epoch milliseconds */
export function createRunRecord(today: () => number = Date.now) {
  const lostDevice = storedList(STORAGE_KEYS.lostDeviceSources);
  /** `HASH@TIME`, one for each consecutive unfinished start. */
  const unfinished = storedList(STORAGE_KEYS.unfinishedStarts);
  const lasted = storedList(STORAGE_KEYS.lastedSources);
  const startsOf = (hash: string) =>
    unfinished.read().filter((start) => start.startsWith(`${hash}@`));
  return {
    /**
     * Why a source must not start automatically; null if it may.
     *
     * One unfinished start is weak evidence: a phone ends a page without notice, and closing a
     * browser ends all pages. It therefore takes two in a row for a demo of the site, and for a
     * source of the user's own that has lasted in this browser before.
     */
    evidenceAgainst(source: string, { foreign, siteDemo }: SourceOrigin): BadEnd | null {
      const hash = textHash(source);
      if (lostDevice.read().includes(hash)) return 'lost device';
      const isTrusted = siteDemo || (!foreign && lasted.read().includes(hash));
      const enough = isTrusted ? 2 : 1;
      return startsOf(hash).length >= enough ? 'unfinished' : null;
    },
    lostDevice(source: string) {
      lostDevice.write(withNewest(lostDevice.read(), textHash(source), MAX_BAD_ENDS));
    },
    /**
     * Records that the pages of these runs ended before the runs had lasted.
     *
     * @param since launch time of the runs, in epoch milliseconds. Runs launched before the last
     * unfinished start was recorded do not count again: a browser can end with several pages.
     */
    unfinished(hashes: readonly string[], since: number) {
      const isNoted = (hash: string) => startsOf(hash).some((start) => timeOf(start) > since);
      const starts = hashes.filter((hash) => !isNoted(hash)).map((hash) => `${hash}@${today()}`);
      unfinished.write([...unfinished.read(), ...starts].slice(-MAX_BAD_ENDS));
    },
    lasted(hash: string) {
      if (lostDevice.read().includes(hash)) lostDevice.write(without(lostDevice.read(), hash));
      const starts = startsOf(hash);
      if (starts.length > 0) {
        unfinished.write(unfinished.read().filter((start) => !starts.includes(start)));
      }
      lasted.write(withNewest(lasted.read(), hash, MAX_LASTED));
    },
  };
}

const timeOf = (start: string) => Number(start.slice(start.indexOf('@') + 1));

const without = (list: readonly string[], item: string) => list.filter((other) => other !== item);

const withNewest = (list: readonly string[], item: string, most: number) =>
  [...without(list, item), item].slice(-most);
