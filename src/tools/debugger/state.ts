import type { ThreadGroupSize } from '#core/output/compileResult.ts';
import type { Finding, HeatMap, SearchKind } from '#core/source/instrument/search.ts';
import type { Thread } from '#core/source/instrument/trace.ts';
import type { Size } from '#engine/gpu/screen.ts';
import type { Breakpoint, Replay } from './trace/replay.ts';

/** Everything that the debugger shows. */
export interface DebuggerState {
  /** The tab is there, and lines show values. */
  readonly isOpen: boolean;
  /** The next click on the picture picks a pixel. */
  readonly isPicking: boolean;
  /** The pixel under the pointer is traced again and again. */
  readonly isFollowing: boolean;
  readonly work: DebuggerWork;
  /** Why the last request failed, as a sentence; null if it did not. */
  readonly problem: string | null;
  readonly entryPoints: readonly DebuggedEntryPoint[];
  /** Of the run's picture, in texels; null until it is known. */
  readonly picture: Size | null;
  /** What is traced; null until something was chosen. */
  readonly target: TraceTarget | null;
  /** The last trace; it stays while another is on its way, or if that fails. */
  readonly shown: ShownTrace | null;
  readonly breakpoints: readonly Breakpoint[];
  /** Plain names or member accesses. */
  readonly watches: readonly string[];
  /** Records that a trace may have. */
  readonly limit: number;
  readonly search: SearchResult | null;
}

export type DebuggerWork =
  | { readonly kind: 'idle' }
  | { readonly kind: 'compiling' }
  | { readonly kind: 'tracing' }
  | { readonly kind: 'searching'; readonly search: SearchKind };

export interface DebuggedEntryPoint {
  readonly name: string;
  readonly groupSize: ThreadGroupSize;
  /** Threads that its dispatch has; null if a buffer on the GPU says how many. */
  readonly threads: Thread | null;
  /** It is the one that draws the picture, as far as its call tells. */
  readonly draws: boolean;
}

export interface TraceTarget {
  readonly entryPoint: string;
  readonly thread: Thread;
  /** The texel of the picture that was picked, from the bottom left; null if none was. */
  readonly pixel: readonly [x: number, y: number] | null;
}

export interface ShownTrace {
  readonly replay: Replay;
  readonly target: TraceTarget;
  /** Number of the frame. */
  readonly frame: number;
  /** The current step; -1 if the trace has none. */
  readonly step: number;
  /** Index into the call stack of the frame whose variables are shown; 0 is the innermost. */
  readonly stackFrame: number;
  readonly agreement: Agreement;
  /** The source has been edited since. */
  readonly isDated: boolean;
  /** What to know about this trace, each a sentence, such as that it traced the next frame. */
  readonly remarks: readonly string[];
}

/**
 * Whether the traced thread stored the colour that the picture has. The text is the whole sentence,
 * which begins with "Agrees" or "Differs".
 */
export type Agreement =
  | { readonly kind: 'agrees'; readonly text: string }
  | { readonly kind: 'differs'; readonly text: string }
  /** It stored no colour, or there is no picture. */
  | { readonly kind: 'none' };

export type SearchResult =
  | {
      readonly kind: 'values';
      readonly search: 'non-finite' | 'out-of-range';
      readonly findings: readonly Finding[];
    }
  | {
      readonly kind: 'cost';
      readonly heat: HeatMap;
      /** The size of the picture that it is of. */
      readonly picture: Size | null;
    };
