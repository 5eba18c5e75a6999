/**
 * Words of 32 bits in the trace buffer. `trace.slang` has the same numbers: names in camel case
 * here are names in capitals there, behind `TRACE_`.
 */
export const TRACE_LAYOUT = {
  // What the page writes before the frame; all else has to be 0.
  mode: 0,
  entryPoint: 1,
  /** x, y and z. */
  thread: 2,
  /** x, y and z of the texel whose writer is looked for; all bits set if none is. */
  texel: 5,
  /** The most records that a trace may have. */
  limit: 8,
  /** Of the buffer, in words. */
  capacity: 9,
  /** The word where findings or costs begin. */
  counts: 10,
  /** Of the map of costs, in threads. */
  width: 11,
  height: 12,

  // What threads write.
  /** What is of no interest. */
  scratch: 16,
  /**
   * The word behind the last record. Words that no longer fit are written to the buffer's last word:
   * it is behind that then.
   */
  end: 17,
  /** How often the traced thread was dispatched; the last time remains. */
  dispatches: 19,
  /** How often the texel was stored to; 0 if nobody did. */
  writes: 20,
  /** Index of the entry point that stored to it last, then the thread. */
  writer: 21,
  /** The traced thread stored a colour to the picture. */
  hasColor: 25,
  /** Four floats: the last one. */
  color: 26,
  /** Records begin. */
  first: 32,
} as const;

/** What `mode` holds. */
export const TRACE_MODE = {
  off: 0,
  /** Records of one thread. */
  oneThread: 1,
  /** Findings: NaN and infinities of all threads. */
  nonFinite: 2,
  /** Executed sites of each thread of one entry point. */
  cost: 3,
  /** Findings: colours stored to the picture that are outside of 0 to 1. */
  outOfRange: 4,
} as const;

/**
 * Each site has two findings, which lie one after the other: NaN or a value out of range, then
 * infinity. A finding is: how many threads, an entry point's index plus one, x, y and z of one of
 * those threads.
 */
export const FINDING_WORDS = 5;
export const FINDINGS_PER_SITE = 2;

/** The kind of a value, in the upper half of its first word. */
export const VALUE_KIND = {
  opaque: 0,
  /** Code of the scalar; a word follows. */
  scalar: 1,
  /** Count of elements << 8 | code; their words follow. */
  vector: 2,
  /** Rows << 12 | columns << 8 | code; words by row follow. */
  matrix: 3,
  /** The length follows in a word, then values. */
  array: 4,
  /** Index of the type; values of its fields follow. */
  struct: 5,
  /** Index of the type; a word follows. */
  enum: 6,
  /** Count of elements; their values follow. */
  tuple: 7,
} as const;

export const SCALAR_CODE = { float: 1, half: 2, int: 3, uint: 4, bool: 5 } as const;

/** Elements of an array that are recorded. */
export const MAX_ELEMENTS = 16;
