import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import { textHash } from '#core/util/text.ts';
import { settings } from '#engine/storage/settings.ts';
import { STORAGE_PREFIXES } from '#engine/storage/storageKeys.ts';
import type { PageService } from '#workspace/services.ts';
import { listIn } from '#workspace/storedList.ts';
import type { RunRecord } from './runRecord.ts';

/**
 * Watches a run from its launch until it has proven that page and GPU survive it: until the GPU is
 * done with its frames, and the page has painted what they printed. Meanwhile a mark in the
 * browser's storage names the source: a page that is gone and has left one was ended by it.
 * One that leaves in good order takes its mark away, unless the GPU has hung by then.
 */
export interface CrashRecord {
  /** Its pipelines and contents are being made; what ran before goes on. */
  launched(source: string): void;
  /** It has not come to a run. */
  launchFailed(): void;
  /** It has taken the place of what ran before: frames are of it from now on. */
  tookOver(run: RecordedRun): void;
  /** What runs already is all that this source would execute. */
  unchanged(source: string): void;
  /** A frame was submitted. Called in each frame. */
  frame(): void;
  /** The GPU is done with a frame. Called in each frame. */
  frameDone(): void;
  playback(state: 'playing' | 'paused'): void;
  /** The page is out of sight or left; it may never be told that it ends. */
  pageHidden(hidden: boolean): void;
  /** Nothing runs any more: an error has ended it, or the device is lost. */
  ended(): void;
}

interface RecordedRun {
  readonly source: string;
  readonly descriptor: Pick<RunDescriptor, 'callCommands'>;
}

const MARK = STORAGE_PREFIXES.runBegun;

/** A run that draws for so long, in milliseconds, has not hung the page. */
const LASTING = 3000;

/** A GPU that owes a frame for longer, in milliseconds, may have hung. */
const OVERDUE = 2000;

interface WatchedRun {
  hash: string;
  /** Its first frame is all that it does. */
  readonly onceOnly: boolean;
  /** When it began to draw. */
  since: number;
  /** Frames that the GPU is not done with, and since when it has owed the oldest one. */
  owed: number;
  owedSince: number;
  /** The GPU is done with a frame, and the page has painted what that has printed. */
  hasDrawn: boolean;
  /** The page is about to paint it. */
  isPainting: boolean;
}

/** Changed in place: it changes with each frame, where nothing is allocated. */
interface Watch {
  /** The hash of the source that is being built. */
  launching: string | null;
  running: WatchedRun | null;
  isPaused: boolean;
  isHidden: boolean;
}

/** @param now milliseconds */
export function createCrashRecord(
  record: RunRecord,
  { id, afterPaint }: Pick<PageService, 'id' | 'afterPaint'>,
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
  return {
    ...launchReports(watch, mark, now),
    ...frameReports(watch, mark, now, awaitPaint),
    playback(state) {
      const resumes = watch.isPaused && state === 'playing';
      watch.isPaused = state === 'paused';
      if (watch.running && resumes) watch.running.since = now();
      mark();
    },
    pageHidden(hidden) {
      if (watch.running && watch.isHidden && !hidden) watch.running.since = now();
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

/** The hashes of the sources that would be to blame if the page ended now. */
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

/** A function that stores the page's mark, or removes it if it names nothing. */
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

/** Looks for marks of pages that ended, and records the runs that they name. Null if there are none. */
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
