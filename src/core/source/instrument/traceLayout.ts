/**
 * Indices of 32-bit words in the trace buffer. `trace.slang` has the same numbers, with names in
 * capitals after `TRACE_`.
 */
export const TRACE_LAYOUT = {
  // The page writes these before the frame; all other words must be 0.
  mode: 0,
  entryPoint: 1,
  /** x, y and z. */
  thread: 2,
  /** x, y and z of the texel whose writer to find; all bits set for none. */
  texel: 5,
  /** Maximum number of records in a trace. */
  limit: 8,
  /** Size of the buffer in words. */
  capacity: 9,
  /** First word of findings or costs. */
  counts: 10,
  /** Width of the cost map in threads. */
  width: 11,
  height: 12,
  /** Bits of the first 32 entry points: fragment ones that draw to the picture. */
  picture: 13,
  // In a log of accesses, these have other meanings.
  /** The number of parts of all elements, minus one, and the part that is logged. */
  parts: 5,
  part: 6,
  /** First word of the entries. */
  entries: 7,
  /** The number of the call that runs; the next three are its group size. */
  call: 10,
  group: 11,

  // Threads write these.
  /** Receives writes that nobody reads. */
  scratch: 16,
  /**
   * The word after the last record. Words that do not fit go to the buffer's last word, which is
   * then before this one.
   */
  end: 17,
  /** How often the traced thread was dispatched; the trace is of the last time. */
  dispatches: 19,
  /** Number of stores to the texel, or of its fragments. */
  writes: 20,
  /** The last writer of the texel: index of the entry point, then the thread. */
  writer: 21,
  /** Whether the traced thread stored a colour to the picture. */
  hasColor: 25,
  /** The last colour, as four floats. */
  color: 26,
  /** First word of the records. */
  first: 32,
} as const;

export const TRACE_MODE = {
  off: 0,
  /** Records of one thread. */
  oneThread: 1,
  /** Findings: NaN and infinities of all threads. */
  nonFinite: 2,
  /** Executed sites of each thread of one entry point. */
  cost: 3,
  /** Findings: colours stored to the picture outside 0 to 1. */
  outOfRange: 4,
  /** The fragments of one pixel, or of all. */
  fragments: 5,
  /** The value of all threads of one entry point at one site. */
  paint: 6,
  /** Findings: the threads that come to breakpoints. */
  hits: 7,
  /** Accesses of all threads to one part of all elements. */
  accesses: 8,
  /** Stores of all threads to chosen elements. */
  writers: 9,
  /** Accesses and sites of one thread. */
  threadAccesses: 10,
} as const;

/** Words of a logged access: see `accesses/decodeAccesses.ts`. */
export const ACCESS_WORDS = 4;

/**
 * Words of a listed fragment: the index of its entry point, its thread, its vertex, instance and
 * draw, its depth, its coverage, and whether it came to its end.
 */
export const FRAGMENT_WORDS = 10;

/**
 * Words of a painted thread: how often it came to the site, the code of the value's scalar << 8 |
 * its components, or 0 if it is no number, and four numbers.
 */
export const CELL_WORDS = 6;

/**
 * Words before the floats of vertices for each kernel: its numbers of vertices and instances, then
 * for each input the word where its floats begin, and their number for each vertex.
 */
export const KERNEL_WORDS = 34;

/**
 * Each site has two consecutive findings: NaN or a value out of range, then infinity. A finding
 * holds the number of threads, an entry point's index plus one, and x, y and z of one of those
 * threads.
 */
export const FINDING_WORDS = 5;
export const FINDINGS_PER_SITE = 2;

/**
 * Kind of a value, in the upper half of its first word. The comments give the lower half, then the
 * words that follow.
 */
export const VALUE_KIND = {
  opaque: 0,
  /** Code of the scalar; a word follows. */
  scalar: 1,
  /** Count of elements << 8 | code; their words follow. */
  vector: 2,
  /** Rows << 12 | columns << 8 | code; words by row follow. */
  matrix: 3,
  /** A word for the length, then values. */
  array: 4,
  /** Index of the type; values of its fields follow. */
  struct: 5,
  /** Index of the type; a word follows. */
  enum: 6,
  /** Count of elements; their values follow. */
  tuple: 7,
} as const;

export const SCALAR_CODE = { float: 1, half: 2, int: 3, uint: 4, bool: 5 } as const;

/** Maximum number of recorded elements per array. */
export const MAX_ELEMENTS = 16;
