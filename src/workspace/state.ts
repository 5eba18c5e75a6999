import type { EntryPoint } from '#program/compileResult.ts';
import type { CompilerState } from '#program/compilerState.ts';
import { type CompileTarget, DEFAULT_TARGET } from '#program/compileTarget.ts';
import type { Diagnostic } from '#program/diagnostics/diagnostics.ts';
import type { LoadProgress } from '#program/loadProgress.ts';
import type { PlaybackState, Resolution, UniformValues } from '#program/plan/runControls.ts';
import type { OutputType } from '#program/plan/runDescriptor.ts';
import type { JsonValue } from '#shared/json.ts';
import type { HeldRun } from './runs/runGate.ts';
import type { InteractiveComponent } from './runs/uniformValues.ts';
import type { TextPlace } from './sources/draft.ts';

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
  | { readonly kind: 'done'; readonly target: CompileTarget; readonly succeeded: boolean }
  /** `since` is of `performance.now()`; `live` if nobody asked for it but live mode. */
  | { readonly kind: 'compiling'; readonly since: number; readonly live: boolean };

const RESULT_TABS = ['target-code', 'reflection', 'uniforms', 'diagnostics', 'output'] as const;

export type ResultTab = (typeof RESULT_TABS)[number];

export function isResultTab(value: unknown): value is ResultTab {
  return RESULT_TABS.some((tab) => tab === value);
}

/** What there is to say about the open text and the keeping of texts, until it is closed. */
export type KeepingNotice =
  /** The edited text made room for another one. */
  | { readonly kind: 'replaced'; readonly inHistory: boolean }
  /** A tab was closed that held an edited text, which is in the history now. */
  | { readonly kind: 'left' }
  /** The open text came from somebody else and has characters that cannot be seen. */
  | {
      readonly kind: 'hidden-characters';
      readonly count: number;
      /** Such as `U+202E`, each kind once. */
      readonly names: readonly string[];
      readonly first: SourcePlace;
    }
  /** The browser does not let texts be kept; comes once. */
  | { readonly kind: 'refused'; readonly reason: string };

/** A text that was opened, as opposed to typed: the editor takes it over. */
export interface OpenedSource {
  readonly text: string;
  /** Where to go in it; null for its start. */
  readonly place: TextPlace | null;
  /** Counts up, so that opening the same text again is noticed. */
  readonly revision: number;
}

/** A place in the source to show: one-based line and column, lengths in UTF-16 units. */
export interface SourcePlace {
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

export interface RevealedPlace extends SourcePlace {
  /** Counts up, so that showing the same place again is noticed. */
  readonly revision: number;
}

export interface TargetCode {
  readonly target: CompileTarget;
  /** Code, or why there is none. */
  readonly text: string;
  readonly succeeded: boolean;
  /** The module's bytes, for SPIRV only. */
  readonly binary: Uint8Array | null;
}

export interface WorkspaceState {
  readonly opened: OpenedSource;
  /** The demo that the text came from; null once something else was opened. */
  readonly demo: string | null;
  /** Where the editor was asked to go; null until it was. */
  readonly revealed: RevealedPlace | null;
  readonly compiler: CompilerState;
  readonly compilation: CompilationState;
  /** What Compile compiles to; Run always takes WGSL. */
  readonly target: CompileTarget;
  /** Those that the target has. */
  readonly profiles: readonly string[];
  /** The chosen one; null if the target has none. */
  readonly profile: string | null;
  /** Those of the newest text that compiled. */
  readonly entryPoints: readonly EntryPoint[];
  /** The chosen one; null while there is none. */
  readonly entryPoint: string | null;
  readonly gpu: GpuState;
  readonly run: RunState;
  /** Why the newest run was not started, where a person has to decide; null if none is. */
  readonly held: HeldRun | null;
  /** The address from which a source is being fetched to be opened; null if none is. */
  readonly fetchedSource: string | null;
  /** How much of what the run being started fetches has arrived; null while it fetches nothing. */
  readonly contents: LoadProgress | null;
  /** Live mode: what runs follows the text at each pause in typing. */
  readonly live: boolean;
  /** The newest text that was to run has a fault: what is shown is of an earlier one. */
  readonly stale: boolean;
  /** What the newest successful run shows. */
  readonly outputTypes: readonly OutputType[];
  readonly playback: PlaybackState;
  /** What the newest frame that printed has printed; each such frame replaces it. */
  readonly printed: string;
  /** What a person can set in the newest successful run, in the order of declaration. */
  readonly uniforms: readonly InteractiveComponent[];
  /** What a person has set of the text that is open, in all its runs; the rest is at its default. */
  readonly uniformValues: UniformValues;
  readonly resolution: Resolution;
  readonly targetCode: TargetCode | null;
  /** The layout of the newest compile as the compiler gives it; null if it failed. */
  readonly reflection: JsonValue | null;
  /** Everything said about the newest compile and run; empty hides the tab. */
  readonly diagnosticsText: string;
  /** The compiler's part of it, as structure. */
  readonly diagnostics: readonly Diagnostic[];
  readonly activeTab: ResultTab;
  /** At most one of each kind. */
  readonly notices: readonly KeepingNotice[];
}

export const INITIAL_STATE: WorkspaceState = {
  opened: { text: '', place: null, revision: 0 },
  demo: null,
  revealed: null,
  compiler: { kind: 'loading', progress: { received: 0, total: null } },
  compilation: { kind: 'idle' },
  target: DEFAULT_TARGET,
  profiles: [],
  profile: null,
  entryPoints: [],
  entryPoint: null,
  gpu: { kind: 'unknown' },
  run: { kind: 'idle' },
  held: null,
  fetchedSource: null,
  contents: null,
  live: false,
  stale: false,
  outputTypes: [],
  playback: 'playing',
  printed: '',
  uniforms: [],
  uniformValues: {},
  resolution: 1,
  targetCode: null,
  reflection: null,
  diagnosticsText: '',
  diagnostics: [],
  activeTab: 'target-code',
  notices: [],
};

/** The tabs that there is something to see in, in the order in which they stand. */
export function visibleTabs(
  state: Pick<WorkspaceState, 'uniforms' | 'diagnosticsText' | 'outputTypes'>,
): ResultTab[] {
  const tabs: ResultTab[] = ['target-code', 'reflection'];
  if (state.uniforms.length > 0) tabs.push('uniforms');
  if (state.diagnosticsText !== '') tabs.push('diagnostics');
  if (state.outputTypes.includes('printing')) tabs.push('output');
  return tabs;
}

/**
 * The tab that a run opens, of those that its outcome fills; diagnostics win (section 4). Without
 * one of them, the tab stays, if it is still there.
 */
export function tabOfRun(
  state: Pick<WorkspaceState, 'uniforms' | 'diagnosticsText' | 'outputTypes' | 'activeTab'>,
): ResultTab {
  const tabs = visibleTabs(state);
  const order: readonly ResultTab[] = ['diagnostics', 'uniforms', 'output'];
  const filled = order.find((tab) => tabs.includes(tab));
  return filled ?? tabThatStays(state);
}

/** The tab that is in sight, or the first if there is nothing to see in it any more. */
export function tabThatStays(
  state: Pick<WorkspaceState, 'uniforms' | 'diagnosticsText' | 'outputTypes' | 'activeTab'>,
): ResultTab {
  return visibleTabs(state).includes(state.activeTab) ? state.activeTab : 'target-code';
}

/** Whether there is anything to see of a run, be it that of one that has failed. */
export function showsRun({ run }: Pick<WorkspaceState, 'run'>): boolean {
  return (run.kind === 'starting' ? run.before : run).kind !== 'idle';
}

/** Whether frames are drawn, or would be if playback were not paused. */
export function isRunning({ run }: Pick<WorkspaceState, 'run'>): boolean {
  return (run.kind === 'starting' ? run.before : run).kind === 'running';
}
