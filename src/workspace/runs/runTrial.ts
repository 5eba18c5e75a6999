import type { RunDescriptor } from '#program/plan/runDescriptor.ts';
import { settings } from '#shared/storage.ts';
import { STORAGE_PREFIXES } from '#shared/storageKeys.ts';
import { textHash } from '#shared/text.ts';
import type { PageService } from '#workspace/services.ts';
import { listIn } from '#workspace/storedList.ts';
import type { DangerousSources } from './dangerousSources.ts';

/**
 * Watches a run from its launch until it has proven that page and GPU survive it: until the GPU is
 * done with its frames, and the page has painted what they printed. Meanwhile a mark in the
 * browser's storage names the source: a page that is gone and has left one was ended by it.
 * One that leaves in good order takes its mark away, unless the GPU has hung by then.
 */
export interface RunTrial {
  /** Its pipelines and contents are being made; what ran before goes on. */
  launched(source: string): void;
  /** It has not come to a run. */
  launchFailed(): void;
  /** It has taken the place of what ran before: frames are of it from now on. */
  tookOver(run: TriedRun): void;
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

export interface TriedRun {
  readonly source: string;
  readonly descriptor: Pick<RunDescriptor, 'callCommands'>;
}

const MARK = STORAGE_PREFIXES.runBegun;

/** A run that draws for so long, in milliseconds, has not hung the page. */
const LASTING = 3000;

/** A GPU that owes a frame for longer, in milliseconds, may have hung. */
const OVERDUE = 2000;

interface Trial {
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
  /** Whether the page is on its way to paint it. */
  isPainting: boolean;
}

/** @param now milliseconds */
export function createRunTrial(
  dangerous: Pick<DangerousSources, 'remove'>,
  { id, afterPaint }: Pick<PageService, 'id' | 'afterPaint'>,
  now: () => number,
): RunTrial {
  let launching: string | null = null;
  let running: Trial | null = null;
  let isPaused = false;
  let isHidden = false;
  let marked: readonly string[] = [];

  const isSuspect = (trial: Trial): boolean => {
    if (isHidden) return trial.owed > 0 && now() - trial.owedSince >= OVERDUE;
    return !(isPaused && trial.hasDrawn && trial.owed === 0);
  };
  const mark = () => {
    const hashes = new Set<string>();
    if (launching !== null && !isHidden) hashes.add(launching);
    if (running && isSuspect(running)) hashes.add(running.hash);
    const next = [...hashes];
    if (next.join() === marked.join()) return;
    marked = next;
    if (next.length > 0) settings.setItem(MARK + id, JSON.stringify(next));
    else settings.removeItem(MARK + id);
  };
  const hasLasted = ({ onceOnly, since }: Trial) => onceOnly || now() - since >= LASTING;
  const awaitPaint = (trial: Trial) => {
    if (trial.isPainting) return;
    trial.isPainting = true;
    afterPaint(() => {
      trial.isPainting = false;
      trial.hasDrawn = true;
      if (running !== trial) return;
      if (hasLasted(trial)) {
        dangerous.remove(trial.hash);
        running = null;
      }
      mark();
    });
  };
  return {
    launched(source) {
      launching = textHash(source);
      mark();
    },
    launchFailed() {
      launching = null;
      mark();
    },
    tookOver({ source, descriptor }) {
      const time = now();
      launching = null;
      running = {
        hash: textHash(source),
        onceOnly: descriptor.callCommands.every(({ callOnce }) => callOnce),
        since: time,
        owed: 0,
        owedSince: time,
        hasDrawn: false,
        isPainting: false,
      };
      mark();
    },
    unchanged(source) {
      launching = null;
      if (running) running.hash = textHash(source);
      mark();
    },
    frame() {
      if (!running) return;
      if (running.owed === 0) running.owedSince = now();
      running.owed += 1;
    },
    frameDone() {
      if (!running) return;
      const time = now();
      running.owed = Math.max(0, running.owed - 1);
      running.owedSince = time;
      if (!running.hasDrawn || hasLasted(running)) awaitPaint(running);
      mark();
    },
    playback(state) {
      const resumes = isPaused && state === 'playing';
      isPaused = state === 'paused';
      if (running && resumes) running.since = now();
      mark();
    },
    pageHidden(hidden) {
      if (running && isHidden && !hidden) running.since = now();
      isHidden = hidden;
      mark();
    },
    ended() {
      launching = null;
      running = null;
      mark();
    },
  };
}

/**
 * Looks for marks of pages that are gone, and adds what they name to the dangerous sources. Null if
 * there are no marks.
 */
export function findEndedRuns(
  dangerous: Pick<DangerousSources, 'add'>,
  pages: PageService,
): Promise<void> | null {
  const marks = settings.entries().filter(([key]) => key.startsWith(MARK));
  if (marks.length === 0) return null;
  const judge = async ([key, hashes]: [string, string]) => {
    if (!(await pages.hasEnded(key.slice(MARK.length)))) return;
    dangerous.add(listIn(hashes));
    settings.removeItem(key);
  };
  return Promise.all(marks.map(judge)).then(() => {});
}
