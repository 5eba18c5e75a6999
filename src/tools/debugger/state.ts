import type { ThreadGroupSize } from '#core/output/compileResult.ts';
import type {
  CountedThreads,
  Finding,
  HeatMap,
  SearchKind,
  Thread,
  TracedValue,
} from '#core/source/instrument/trace.ts';
import type { Size } from '#engine/gpu/screen.ts';
import type { FoundRaces } from './memory/races.ts';
import type { Breakpoint, Replay } from './trace/replay.ts';

export interface DebuggerState {
  /** The tab is open, and lines show values. */
  readonly isOpen: boolean;
  /** The next click on the picture picks a pixel. */
  readonly isPicking: boolean;
  /** The next click on the picture picks the thread to compare with. */
  readonly isPickingOther: boolean;
  /** The pixel under the pointer is traced continuously. */
  readonly isFollowing: boolean;
  readonly work: DebuggerWork;
  /** Why the last request failed, as a sentence; null if it succeeded. */
  readonly problem: string | null;
  readonly entryPoints: readonly DebuggedEntryPoint[];
  /** The picture's size in texels; null until known. */
  readonly picture: Size | null;
  /** What is traced; null until the user chooses something. */
  readonly target: TraceTarget | null;
  /** The last trace. It stays while the next one is running, or if that fails. */
  readonly shown: ShownTrace | null;
  readonly breakpoints: readonly Breakpoint[];
  /** Those of files that were deleted. They return with the file. */
  readonly deletedBreakpoints: readonly Breakpoint[];
  readonly watches: readonly string[];
  readonly limit: number;
  /** What the GPU computed for the shown trace, by site and expression. */
  readonly computed: ReadonlyMap<string, Computed>;
  readonly search: SearchResult | null;
  /** How many threads came to the breakpoints; null until they are counted. */
  readonly hits: CountedHits | null;
}

export type DebuggerWork =
  | { readonly kind: 'idle' }
  | { readonly kind: 'compiling' }
  | { readonly kind: 'tracing' }
  | {
      readonly kind: 'searching';
      readonly search: DebuggerSearch;
      /** What is done, from 0 to 1; omitted if unknown. */
      readonly fraction?: number;
    };

/** What to look for in all threads of a frame. */
export type AllThreadsSearch = SearchKind | 'races';

export type DebuggerSearch = AllThreadsSearch | 'hits';

/** An expression at a site of the shown trace. */
export type Computed =
  | { readonly kind: 'computing' }
  /** Its value each time that the thread came to the site. */
  | { readonly kind: 'values'; readonly values: readonly TracedValue[] }
  /** Why it has no value, as a sentence. */
  | { readonly kind: 'problem'; readonly text: string };

export interface CountedHits {
  readonly frame: number;
  readonly breakpoints: readonly BreakpointHits[];
}

export interface BreakpointHits {
  readonly breakpoint: Breakpoint;
  readonly found:
    | { readonly kind: 'counted'; readonly threads: CountedThreads | null }
    /** Why nothing was counted, as a sentence. */
    | { readonly kind: 'problem'; readonly text: string };
}

export interface DebuggedEntryPoint {
  readonly name: string;
  readonly stage: 'compute' | 'vertex' | 'fragment';
  readonly groupSize: ThreadGroupSize;
  /**
   * Threads in its dispatch; of a vertex entry point, vertices and instances, of a fragment one,
   * the pixels of its target. Null if a buffer on the GPU determines the number.
   */
  readonly threads: Thread | null;
  /** Whether it draws the picture, judging by its call. */
  readonly draws: boolean;
}

export interface TraceTarget {
  readonly entryPoint: string;
  /**
   * Of a vertex entry point, the vertex and the instance. Of a fragment one, the pixel, and a number
   * that tells apart its fragments, or 0 for the one that is kept.
   */
  readonly thread: Thread;
  /** The picked texel of the picture, counted from the bottom left; null if none was picked. */
  readonly pixel: readonly [x: number, y: number] | null;
}

/** A fragment of the traced pixel. */
export interface PixelFragment {
  /** Whether the target has its colour, or another fragment hides it. */
  readonly kind: 'kept' | 'covered' | 'discarded';
  readonly entryPoint: string;
  readonly thread: Thread;
  readonly depth: number;
  readonly instance: number;
  /** The samples of the pixel in which it is seen, and how many the pixel has. */
  readonly samples: { readonly kept: number; readonly all: number };
  readonly isBlended: boolean;
  /** The vertex entry point; null if the draw fills its targets. */
  readonly vertex: string | null;
  /** The numbers of the vertices of its primitive. */
  readonly vertices: readonly number[];
}

export interface ShownTrace {
  readonly replay: Replay;
  readonly target: TraceTarget;
  readonly frame: number;
  /** The current step; -1 if the trace has none. */
  readonly step: number;
  /** Index into the call stack of the selected frame; 0 is the innermost. */
  readonly stackFrame: number;
  readonly agreement: Agreement;
  /** The fragments of the pixel, front to back; none for the threads of kernels. */
  readonly fragments: readonly PixelFragment[];
  /** The frame’s buffers, textures and samplers, by name. */
  readonly resources: ReadonlyMap<string, TracedResource>;
  readonly isDated: boolean;
  /** Remarks about this trace, each a sentence, such as that it traced the next frame. */
  readonly remarks: readonly string[];
}

export interface TracedResource {
  /** As Slang writes it. */
  readonly type: string;
  /** Such as `4,096 elements`; empty for samplers. */
  readonly size: string;
}

/** The fragment that is traced; undefined for other threads. */
export function fragmentOf({ fragments, target }: ShownTrace): PixelFragment | undefined {
  return fragments.find(
    ({ entryPoint, thread }) =>
      entryPoint === target.entryPoint && thread.every((id, axis) => id === target.thread[axis]),
  );
}

/**
 * Whether the traced thread stored the colour that the picture shows. The text is a full sentence
 * that starts with "Agrees" or "Differs".
 */
export type Agreement =
  | { readonly kind: 'agrees'; readonly text: string }
  | { readonly kind: 'differs'; readonly text: string }
  /** The thread stored no colour, or there is no picture. */
  | { readonly kind: 'none' };

export type SearchResult =
  | {
      readonly kind: 'values';
      readonly search: 'non-finite' | 'out-of-range';
      readonly findings: readonly Finding[];
    }
  | ({ readonly kind: 'races' } & FoundRaces)
  | {
      readonly kind: 'cost';
      readonly heat: HeatMap;
      /** Size of the searched picture. */
      readonly picture: Size | null;
    };
