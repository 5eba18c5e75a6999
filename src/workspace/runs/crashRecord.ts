import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import { isStringArray } from '#core/util/json.ts';
import { textHash } from '#core/util/text.ts';
import { settings } from '#engine/storage/settings.ts';
import { STORAGE_KEYS, STORAGE_PREFIXES } from '#engine/storage/storageKeys.ts';
import type { BadEnd } from '#workspace/runState.ts';
import type { PageService } from '#workspace/services.ts';

/**
 * Watches a run from its launch until it has proven that page and GPU survive it: the GPU has
 * completed its frames, and the page has painted what they printed. Until then, a mark in the
 * browser's storage names the source. If a page is gone but its mark is left, the run ended the
 * page. A page that is left normally removes its mark, unless the GPU seems to hang by then.
 */
export interface CrashRecord {
  /** The run's pipelines and contents are being created; the previous run continues. */
  launched(source: string): void;
  launchFailed(): void;
  /** The run has replaced the previous one; frames belong to it from now on. */
  tookOver(run: RecordedRun): void;
  /** The source would run exactly what runs already. */
  unchanged(source: string): void;
  /** Called in each frame, after it was submitted. */
  frame(): void;
  /** Called for each frame, when the GPU has completed it. */
  frameDone(): void;
  playback(state: 'playing' | 'paused'): void;
  /** The page was hidden or left; it may get no event before it ends. */
  pageHidden(hidden: boolean): void;
  /** Nothing runs any more, because of an error or a lost device. */
  ended(): void;
}

interface RecordedRun {
  readonly source: string;
  readonly descriptor: Pick<RunDescriptor, 'callCommands'>;
}

const MARK = STORAGE_PREFIXES.runBegun;

/** A run that draws this long has not hung the page (ms). */
const LASTING = 3000;

/** A GPU that takes longer than this for a frame may have hung (ms). */
const OVERDUE = 2000;

interface WatchedRun {
  hash: string;
  /** Whether the first frame does all the work. */
  readonly onceOnly: boolean;
  since: number;
  /** Number of frames that the GPU has not completed, and since when the oldest of them is due. */
  owed: number;
  owedSince: number;
  /** Whether the GPU has completed a frame and the page has painted its printed text. */
  hasDrawn: boolean;
  /** Whether that paint is still to come. */
  isPainting: boolean;
}

/** Mutable, because it changes with each frame, where nothing may be allocated. */
interface Watch {
  /** The hash of the source that is being built. */
  launching: string | null;
  running: WatchedRun | null;
  isPaused: boolean;
  isHidden: boolean;
}

/** @param now the time in milliseconds */
export function createCrashRecord(
  record: RunRecord,
  { id, afterPaint }: PageService,
  now: () => number,
): CrashRecord {
  const watch: Watch = { launching: null, running: null, isPaused: false, isHidden: false };
  const write = createMark(id);
  const mark = () => write(suspects(watch, now()));
  const awaitPaint = (run: WatchedRun) => {
    if (run.isPainting) return;
    run.isPainting = true;
    afterPaint(() => {
      run.isPainting = false;
      run.hasDrawn = true;
      if (watch.running !== run) return;
      if (hasLasted(run, now())) {
        record.lasted(run.hash);
        watch.running = null;
      }
      mark();
    });
  };
  const runsOn = (isResumed: boolean) => {
    if (watch.running && isResumed) watch.running.since = now();
  };
  return {
    ...launchReports(watch, mark, now),
    ...frameReports(watch, mark, now, awaitPaint),
    playback(state) {
      runsOn(watch.isPaused && state === 'playing');
      watch.isPaused = state === 'paused';
      mark();
    },
    pageHidden(hidden) {
      runsOn(watch.isHidden && !hidden);
      watch.isHidden = hidden;
      mark();
    },
  };
}

type LaunchReports = Pick<
  CrashRecord,
  'launched' | 'launchFailed' | 'tookOver' | 'unchanged' | 'ended'
>;

function launchReports(watch: Watch, mark: () => void, now: () => number): LaunchReports {
  const become = (change: Partial<Watch>) => {
    Object.assign(watch, change);
    mark();
  };
  return {
    launched: (source) => become({ launching: textHash(source) }),
    launchFailed: () => become({ launching: null }),
    tookOver: (run) => become({ launching: null, running: watchedRun(run, now()) }),
    unchanged(source) {
      if (watch.running) watch.running.hash = textHash(source);
      become({ launching: null });
    },
    ended: () => become({ launching: null, running: null }),
  };
}

function frameReports(
  watch: Watch,
  mark: () => void,
  now: () => number,
  awaitPaint: (run: WatchedRun) => void,
): Pick<CrashRecord, 'frame' | 'frameDone'> {
  return {
    frame() {
      const { running } = watch;
      if (!running) return;
      if (running.owed === 0) running.owedSince = now();
      running.owed += 1;
    },
    frameDone() {
      const { running } = watch;
      if (!running) return;
      const time = now();
      running.owed = Math.max(0, running.owed - 1);
      running.owedSince = time;
      if (!running.hasDrawn || hasLasted(running, time)) awaitPaint(running);
      mark();
    },
  };
}

function watchedRun({ source, descriptor }: RecordedRun, time: number): WatchedRun {
  return {
    hash: textHash(source),
    onceOnly: descriptor.callCommands.every(({ callOnce }) => callOnce),
    since: time,
    owed: 0,
    owedSince: time,
    hasDrawn: false,
    isPainting: false,
  };
}

/** The hashes of the sources to blame if the page ended now. */
function suspects(watch: Watch, time: number): readonly string[] {
  const { launching, running, isHidden } = watch;
  const hashes = new Set<string>();
  if (launching !== null && !isHidden) hashes.add(launching);
  if (running && isSuspect(running, watch, time)) hashes.add(running.hash);
  return [...hashes];
}

function isSuspect(run: WatchedRun, { isPaused, isHidden }: Watch, time: number): boolean {
  if (isHidden) return run.owed > 0 && time - run.owedSince >= OVERDUE;
  return !(isPaused && run.hasDrawn && run.owed === 0);
}

function hasLasted({ onceOnly, since }: WatchedRun, time: number): boolean {
  return onceOnly || time - since >= LASTING;
}

/** A function that stores the page's mark, or removes it if there are no hashes. */
function createMark(id: string): (hashes: readonly string[]) => void {
  let marked: readonly string[] = [];
  return (hashes) => {
    if (hashes.join() === marked.join()) return;
    marked = hashes;
    if (hashes.length > 0)
      settings.setItem(MARK + id, JSON.stringify([`${Date.now()}`, ...hashes]));
    else settings.removeItem(MARK + id);
  };
}

/** Records the runs named by the marks of pages that have ended. Null if there are no marks. */
export function findEndedRuns(record: RunRecord, pages: PageService): Promise<void> | null {
  const marks = settings.entries().filter(([key]) => key.startsWith(MARK));
  if (marks.length === 0) return null;
  const judge = async ([key, mark]: [string, string]) => {
    if (!(await pages.hasEnded(key.slice(MARK.length)))) return;
    const [since, ...hashes] = listIn(mark);
    record.unfinished(hashes, Number(since));
    settings.removeItem(key);
  };
  return Promise.all(marks.map(judge)).then(() => {});
}

/** How earlier runs ended, stored in this browser by source hash. */
type RunRecord = ReturnType<typeof createRunRecord>;

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

export function storedList(key: string) {
  return {
    /** Empty if nothing is stored or the stored value is damaged. */
    read: (): readonly string[] => listIn(settings.getItem(key)),
    write: (list: readonly string[]) => settings.setItem(key, JSON.stringify(list)),
  };
}

/** Parses a stored list; empty if it is not valid. */
function listIn(stored: string | null): readonly string[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]');
    return isStringArray(list) ? list : [];
  } catch {
    return [];
  }
}
