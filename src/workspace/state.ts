import type { CompileRequest, Diagnostic, EntryPoint } from '#core/output/compileResult.ts';
import type { CompilerState, LoadProgress } from '#core/output/compilerState.ts';
import { type CompileTarget, DEFAULT_TARGET } from '#core/output/compileTarget.ts';
import type { UniformAnimations } from '#core/plan/animation/uniformAnimation.ts';
import {
  DEFAULT_SEED,
  type Pace,
  REAL_TIME,
  type Resolution,
  type UniformValues,
} from '#core/plan/runControls.ts';
import type { TextPlace } from '#core/project/draft.ts';
import type { ProjectEdits, SourcePlace } from '#core/project/edits.ts';
import type { Arrangement } from '#core/project/links/arrangement.ts';
import { MAIN_FILE_ID } from '#core/project/mainFile.ts';
import type { OpenFile } from '#core/project/openFile.ts';
import type { Asset } from '#core/project/project.ts';
import type { JsonValue } from '#core/util/json.ts';
import type { Message } from './messages.ts';
import type { HeldRun, RunState } from './runState.ts';

export type GpuState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unavailable'; readonly reason: string }
  | { readonly kind: 'ready' }
  | { readonly kind: 'lost'; readonly reason: string };

export type CompilationState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'done'; readonly target: CompileTarget; readonly succeeded: boolean }
  /** `since` is of `performance.now()`; `live` if nobody asked for it but live mode. */
  | { readonly kind: 'compiling'; readonly since: number; readonly live: boolean };

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
      /** Of the file that it is in, as in the compiler's messages. */
      readonly path: string;
    }
  /** The browser does not let texts be kept; comes once. */
  | { readonly kind: 'refused'; readonly reason: string };

/** A text that was opened, as opposed to typed: the editor takes it over. */
interface OpenedSource {
  readonly text: string;
  /** Where to go in it; null for its start. */
  readonly place: TextPlace | null;
  /** Counts up, so that opening the same text again is noticed. */
  readonly revision: number;
}

interface RevealedPlace extends SourcePlace {
  /** Counts up, so that showing the same place again is noticed. */
  readonly revision: number;
}

export interface TargetCode {
  readonly target: CompileTarget;
  /** What it was compiled from; null if it did not come to a compile. */
  readonly request: CompileRequest | null;
  /** Code, or why there is none. */
  readonly text: string;
  readonly succeeded: boolean;
  /** The module's bytes, for SPIRV only. */
  readonly binary: Uint8Array | null;
}

/** The open project's files on the user's disk. */
export interface OnDisk {
  /** The main file's name there. */
  readonly mainName: string;
  /** Whether Save writes there; if not, it downloads. */
  readonly isWritable: boolean;
  /** The ids of files whose newest text is not there. Empty unless they can be written. */
  readonly unsaved: ReadonlySet<number>;
}

export interface WorkspaceState {
  /** The main file as it was opened. */
  readonly opened: OpenedSource;
  /** The files beside it, in the order of their tabs. */
  readonly files: readonly OpenFile[];
  readonly assets: readonly Asset[];
  /** Null if the project didn't come from the disk. */
  readonly onDisk: OnDisk | null;
  /** The file in the editor. */
  readonly activeFile: number;
  /** The demo that the text came from; null once something else was opened. */
  readonly demo: string | null;
  /** The project's name if the user, a starter or a link gave it one; null if it is derived. */
  readonly givenName: string | null;
  /** Where the editor was asked to go; null until it was. */
  readonly revealed: RevealedPlace | null;
  /** What the editor was asked to change last; null until it was. */
  readonly edits: ProjectEdits | null;
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
  readonly resourceLoading: LoadProgress | null;
  /** Live mode: the running program follows the source at each pause in typing. */
  readonly live: boolean;
  /** What a person has set of the text that is open, in all its runs; the rest is at its default. */
  readonly uniformValues: UniformValues;
  /** How sliders move by themselves. */
  readonly animations: UniformAnimations;
  /** Of the numbers of RAND, in all runs. */
  readonly seed: number;
  readonly pace: Pace;
  readonly resolution: Resolution;
  readonly targetCode: TargetCode | null;
  /** The layout of the newest compile as the compiler gives it; null if it failed. */
  readonly reflection: JsonValue | null;
  /** What the Diagnostics tab shows, oldest first. */
  readonly messages: readonly Message[];
  /** The compiler's part of the messages, as structure. */
  readonly diagnostics: readonly Diagnostic[];
  /** The id of a tab, as is `tabBefore`. */
  readonly activeTab: string;
  /** The tab that Diagnostics took the place of. */
  readonly tabBefore: string;
  readonly arrangement: Arrangement;
  /** The id of the tool in the drawer; null while it is closed. */
  readonly openTool: string | null;
  /** At most one of each kind. */
  readonly notices: readonly KeepingNotice[];
}

export const INITIAL_STATE: WorkspaceState = {
  opened: { text: '', place: null, revision: 0 },
  files: [],
  assets: [],
  onDisk: null,
  activeFile: MAIN_FILE_ID,
  demo: null,
  givenName: null,
  revealed: null,
  edits: null,
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
  resourceLoading: null,
  live: false,
  uniformValues: {},
  animations: {},
  seed: DEFAULT_SEED,
  pace: REAL_TIME,
  resolution: 1,
  targetCode: null,
  reflection: null,
  messages: [],
  diagnostics: [],
  activeTab: 'target-code',
  tabBefore: 'target-code',
  arrangement: 'code',
  openTool: null,
  notices: [],
};

/** Whether the files have tabs: there are several, or they are on the user's disk. */
export function hasFileTabs({ files, assets, onDisk }: WorkspaceState): boolean {
  return files.length + assets.length > 0 || onDisk !== null;
}
