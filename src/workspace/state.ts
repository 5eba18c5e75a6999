import type { CompileRequest, Diagnostic, EntryPoint } from '#core/output/compileResult.ts';
import type { CompilerState, LoadProgress } from '#core/output/compilerState.ts';
import { type CompileTarget, DEFAULT_TARGET } from '#core/output/compileTarget.ts';
import type { UniformAnimations } from '#core/plan/animation.ts';
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
import type { OpenFile } from '#core/project/openFile.ts';
import { type Asset, MAIN_FILE_ID } from '#core/project/project.ts';
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
  /** `since` is in the time of `performance.now()`; `live` is true for a compile by live mode. */
  | { readonly kind: 'compiling'; readonly since: number; readonly live: boolean };

/** A notice about the open text or about keeping texts, shown until it is closed. */
export type KeepingNotice =
  /** Another project has replaced the edited text. */
  | { readonly kind: 'replaced'; readonly inHistory: boolean }
  /** A closed tab left an edited text, which is in the history now. */
  | { readonly kind: 'left' }
  /** The open text comes from someone else and contains invisible characters. */
  | {
      readonly kind: 'hidden-characters';
      readonly count: number;
      /** Code points such as `U+202E`, each once. */
      readonly names: readonly string[];
      readonly first: SourcePlace;
      /** The file's path, as in the compiler's messages. */
      readonly path: string;
    }
  /** The browser does not allow storing texts; shown once. */
  | { readonly kind: 'refused'; readonly reason: string };

/** A text that was opened, not typed; the editor takes it over. */
interface OpenedSource {
  readonly text: string;
  /** The cursor and scroll position; null for the start. */
  readonly place: TextPlace | null;
  /** Increases with each opening, so that opening the same text again is noticed. */
  readonly revision: number;
}

interface RevealedPlace extends SourcePlace {
  /** Increases each time, so that revealing the same place again is noticed. */
  readonly revision: number;
}

export interface TargetCode {
  readonly target: CompileTarget;
  /** The request that was compiled; null if the compile did not start. */
  readonly request: CompileRequest | null;
  /** The code, or why there is none. */
  readonly text: string;
  readonly succeeded: boolean;
  /** The module's bytes, for SPIRV only. */
  readonly binary: Uint8Array | null;
}

export interface OnDisk {
  /** The main file's name on the disk. */
  readonly mainName: string;
  /** Whether Save writes to the disk; otherwise it downloads. */
  readonly isWritable: boolean;
  /**
   * The ids of files with changes that are not on the disk. Empty if the files are not writable.
   */
  readonly unsaved: ReadonlySet<number>;
}

export interface WorkspaceState {
  readonly opened: OpenedSource;
  /** The other files, in the order of their tabs. */
  readonly files: readonly OpenFile[];
  readonly assets: readonly Asset[];
  /** Null if the project was not opened from the disk. */
  readonly onDisk: OnDisk | null;
  readonly activeFile: number;
  /** The name of the demo that the text is; null once anything else was opened. */
  readonly demo: string | null;
  /** The name that the user, a starter or a link gave the project; null if its name is derived. */
  readonly givenName: string | null;
  /** Where the editor was last asked to go; null if never. */
  readonly revealed: RevealedPlace | null;
  /** The edits that the editor was last asked to make; null if never. */
  readonly edits: ProjectEdits | null;
  readonly compiler: CompilerState;
  readonly compilation: CompilationState;
  /** The target of Compile; Run always uses WGSL. */
  readonly target: CompileTarget;
  readonly profiles: readonly string[];
  /** The chosen profile; null if the target has none. */
  readonly profile: string | null;
  /** The entry points of the newest text that compiled. */
  readonly entryPoints: readonly EntryPoint[];
  /** The chosen entry point; null while there is none. */
  readonly entryPoint: string | null;
  readonly gpu: GpuState;
  readonly run: RunState;
  /** Why the newest run waits for the user's decision; null if it does not. */
  readonly held: HeldRun | null;
  /** The address that a source is being fetched from; null if none is. */
  readonly fetchedSource: string | null;
  /**
   * Download progress of the resources of the run being started; null while nothing is being
   * fetched.
   */
  readonly resourceLoading: LoadProgress | null;
  /** Live mode: the running program follows the source at each pause in typing. */
  readonly live: boolean;
  /**
   * The values that the user has set for the open text, in any run; other uniforms have their
   * default.
   */
  readonly uniformValues: UniformValues;
  readonly animations: UniformAnimations;
  /** The seed for RAND, in all runs. */
  readonly seed: number;
  readonly pace: Pace;
  readonly resolution: Resolution;
  readonly targetCode: TargetCode | null;
  /** The compiler's layout of the newest compile; null if the compile failed. */
  readonly reflection: JsonValue | null;
  /** The messages of the Diagnostics tab, oldest first. */
  readonly messages: readonly Message[];
  /** The compiler's part of the messages as structured data. */
  readonly diagnostics: readonly Diagnostic[];
  readonly activeTab: string;
  /** The tab that Diagnostics replaced. */
  readonly tabBefore: string;
  readonly arrangement: Arrangement;
  /** The id of the tool in the drawer; null while the drawer is closed. */
  readonly openTool: string | null;
  /** At most one notice of each kind. */
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

/** Whether the files have tabs: if there are several, or if they are on the user's disk. */
export function hasFileTabs({ files, assets, onDisk }: WorkspaceState): boolean {
  return files.length + assets.length > 0 || onDisk !== null;
}
