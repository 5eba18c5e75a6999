import type { EntryPoint } from '#program/compileResult.ts';
import type { CompilerState } from '#program/compilerState.ts';
import { type CompileTarget, DEFAULT_TARGET } from '#program/compileTarget.ts';
import type { Diagnostic } from '#program/diagnostics.ts';
import type { OutputType } from '#program/runDescriptor.ts';

export type GpuState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unavailable'; readonly reason: string }
  | { readonly kind: 'ready' }
  | { readonly kind: 'lost'; readonly reason: string };

export type SettledRunState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running' }
  /** It stopped by itself; why is in the diagnostics, and its last picture stays. */
  | { readonly kind: 'failed' };

export type RunState =
  | SettledRunState
  /** Being compiled and built; the state before it goes on if that fails. */
  | { readonly kind: 'starting'; readonly before: SettledRunState };

export type CompilationState =
  | { readonly kind: 'idle' }
  /** `since` is of `performance.now()`. */
  | { readonly kind: 'compiling'; readonly since: number };

export type ResultTab = 'target-code' | 'diagnostics';

/** A text that was opened, as opposed to typed: the editor takes it over. */
export interface OpenedSource {
  readonly text: string;
  /** Counts up, so that opening the same text again is noticed. */
  readonly revision: number;
}

export interface TargetCode {
  readonly target: CompileTarget;
  readonly text: string;
}

export interface WorkspaceState {
  readonly opened: OpenedSource;
  /** The demo that the text came from; null once something else was opened. */
  readonly demo: string | null;
  readonly compiler: CompilerState;
  readonly compilation: CompilationState;
  /** What Compile compiles to; Run always takes WGSL. */
  readonly target: CompileTarget;
  /** Those of the newest text that compiled. */
  readonly entryPoints: readonly EntryPoint[];
  /** The chosen one; null while there is none. */
  readonly entryPoint: string | null;
  readonly gpu: GpuState;
  readonly run: RunState;
  /** What the newest successful run shows. */
  readonly outputTypes: readonly OutputType[];
  readonly targetCode: TargetCode | null;
  /** Everything said about the newest compile and run; empty hides the tab. */
  readonly diagnosticsText: string;
  /** The compiler's part of it, as structure. */
  readonly diagnostics: readonly Diagnostic[];
  readonly activeTab: ResultTab;
}

export const INITIAL_STATE: WorkspaceState = {
  opened: { text: '', revision: 0 },
  demo: null,
  compiler: { kind: 'loading', progress: { received: 0, total: null } },
  compilation: { kind: 'idle' },
  target: DEFAULT_TARGET,
  entryPoints: [],
  entryPoint: null,
  gpu: { kind: 'unknown' },
  run: { kind: 'idle' },
  outputTypes: [],
  targetCode: null,
  diagnosticsText: '',
  diagnostics: [],
  activeTab: 'target-code',
};
