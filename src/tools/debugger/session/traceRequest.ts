import type { Thread } from '#core/source/instrument/trace.ts';
import { TRACE_LAYOUT, TRACE_MODE } from '#core/source/instrument/traceLayout.ts';

/** Why a frame is repeated. */
export type TraceRequest =
  | {
      readonly mode: 'oneThread';
      /** Index among the program's compute entry points. */
      readonly entryPoint: number;
      readonly thread: Thread;
      /** A texel of the picture, whose last writer is also determined. */
      readonly texel: readonly [x: number, y: number] | null;
      readonly limit: number;
    }
  | { readonly mode: 'nonFinite' | 'outOfRange' /** Words of findings. */; readonly words: number }
  | {
      readonly mode: 'cost';
      readonly entryPoint: number;
      readonly width: number;
      readonly height: number;
    };

/** Average words per record: a site, and a value of two or three numbers. */
const WORDS_PER_RECORD = 4;

/** In words. */
export function wordsFor(request: TraceRequest): number {
  switch (request.mode) {
    case 'oneThread':
      return TRACE_LAYOUT.first + request.limit * WORDS_PER_RECORD;
    case 'nonFinite':
    case 'outOfRange':
      return TRACE_LAYOUT.first + request.words;
    case 'cost':
      return TRACE_LAYOUT.first + request.width * request.height;
  }
}

const NO_TEXEL = 0xffff_ffff;

export function traceHeader(request: TraceRequest): Uint32Array<ArrayBuffer> {
  const header = new Uint32Array(TRACE_LAYOUT.first);
  header[TRACE_LAYOUT.mode] = TRACE_MODE[request.mode];
  header[TRACE_LAYOUT.capacity] = wordsFor(request);
  header[TRACE_LAYOUT.counts] = TRACE_LAYOUT.first;
  header.fill(NO_TEXEL, TRACE_LAYOUT.texel, TRACE_LAYOUT.texel + 3);
  if (request.mode === 'oneThread') {
    header[TRACE_LAYOUT.entryPoint] = request.entryPoint;
    header.set(request.thread, TRACE_LAYOUT.thread);
    if (request.texel) header.set([...request.texel, 0], TRACE_LAYOUT.texel);
    header[TRACE_LAYOUT.limit] = request.limit;
  }
  if (request.mode === 'cost') {
    header[TRACE_LAYOUT.entryPoint] = request.entryPoint;
    header[TRACE_LAYOUT.width] = request.width;
    header[TRACE_LAYOUT.height] = request.height;
  }
  return header;
}

interface TexelWriter {
  readonly entryPoint: number;
  readonly thread: Thread;
}

/** What the threads report besides the records. */
export interface TraceSummary {
  /** How often the traced thread was dispatched. */
  readonly dispatches: number;
  /** Null if no thread stored to the texel. */
  readonly writer: TexelWriter | null;
  /** The last colour that the traced thread stored to the picture; null if none. */
  readonly color: readonly [number, number, number, number] | null;
}

export function readSummary(words: Uint32Array): TraceSummary {
  const word = (index: number) => words[index] ?? 0;
  const { writer, color } = TRACE_LAYOUT;
  const floats = new Float32Array(words.slice(color, color + 4).buffer);
  return {
    dispatches: word(TRACE_LAYOUT.dispatches),
    writer:
      word(TRACE_LAYOUT.writes) > 0
        ? {
            entryPoint: word(writer),
            thread: [word(writer + 1), word(writer + 2), word(writer + 3)],
          }
        : null,
    color:
      word(TRACE_LAYOUT.hasColor) > 0
        ? [floats[0] ?? 0, floats[1] ?? 0, floats[2] ?? 0, floats[3] ?? 0]
        : null,
  };
}
