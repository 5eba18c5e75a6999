import type { Thread } from '#core/source/instrument/trace.ts';
import { ACCESS_WORDS, TRACE_LAYOUT } from '#core/source/instrument/traceLayout.ts';

/**
 * The log of accesses, word by word. The first word of an entry is the number of the access, or of
 * a site with the highest bit of 16 set, then the number of barriers that the thread came to, and
 * that of the call. Then x, and y with z above 20 bits, then the element. If the highest bit of 24
 * is set, it is a store to shared memory: the resource, the stored bits and the cell; or, if the
 * number is `LOADED`, a number of what the thread has just accessed: its bits and its component.
 */
export interface AccessLog {
  readonly words: Uint32Array;
  /** Word of the first entry. */
  readonly first: number;
  /** Entries that are in the log. */
  readonly count: number;
  /** Entries that there would be with more room. */
  readonly total: number;
}

export function readAccessLog(words: Uint32Array): AccessLog {
  const first = words[TRACE_LAYOUT.entries] ?? TRACE_LAYOUT.first;
  const total = words[TRACE_LAYOUT.end] ?? 0;
  const room = Math.floor((words.length - first) / ACCESS_WORDS);
  return { words, first, count: Math.min(total, room), total };
}

/** The number of entries with what was accessed. */
export const LOADED = 0x7ffe;

const SITE_BIT = 0x8000;
const VALUE_BIT = 0x80_0000;

export interface LoggedAccess {
  /** Number of the access; of the site, if `isSite`. */
  readonly number: number;
  readonly isSite: boolean;
  /** The bits stored to a cell of shared memory; then `number` is the resource. Otherwise null. */
  readonly stored: number | null;
  readonly barriers: number;
  /** Index of the call. */
  readonly call: number;
  readonly thread: Thread;
  readonly element: number;
}

export function accessAt(log: AccessLog, index: number): LoggedAccess {
  const { words, first } = log;
  const at = first + index * ACCESS_WORDS;
  const head = words[at] ?? 0;
  const yz = words[at + 2] ?? 0;
  return {
    number: head & 0x7fff,
    isSite: (head & SITE_BIT) !== 0,
    stored: (head & VALUE_BIT) === 0 ? null : (words[at + 1] ?? 0),
    barriers: (head >>> 16) & 0x7f,
    call: head >>> 24,
    thread: [words[at + 1] ?? 0, yz & 0xf_ffff, yz >>> 20],
    element: elementAt(log, index),
  };
}

export function elementAt({ words, first }: AccessLog, index: number): number {
  return words[first + index * ACCESS_WORDS + 3] ?? 0;
}
