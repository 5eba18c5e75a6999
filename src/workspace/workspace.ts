import type { StoreApi } from 'zustand/vanilla';
import type { CompileResult } from '#core/output/compileResult.ts';
import type { CompileTarget } from '#core/output/compileTarget.ts';
import type { UniformAnimation } from '#core/plan/animation.ts';
import type {
  Animate,
  FetchRules,
  FrameStats,
  Pace,
  ReplayedInputs,
  Resolution,
  UniformValue,
} from '#core/plan/runControls.ts';
import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import type { TextPlace } from '#core/project/draft.ts';
import type { ProjectEdits, SourcePlace } from '#core/project/edits.ts';
import type { Arrangement } from '#core/project/links/arrangement.ts';
import type { ShareLink } from '#core/project/links/linkService.ts';
import type { OpenFile, OpenProject } from '#core/project/openFile.ts';
import type { Asset } from '#core/project/project.ts';
import type { PausedFrame } from '#core/project/runView.ts';
import type { Dispose } from '#core/util/disposer.ts';
import type { Result } from '#core/util/result.ts';
import type { SourceOpening } from './services.ts';
import type { KeepingNotice, WorkspaceState } from './state.ts';

export interface Workspace
  extends TextCommands,
    ProjectFiles,
    Choices,
    PlaybackCommands,
    HeldRunControls,
    Sharing {
  readonly store: StoreApi<WorkspaceState>;
  run(): Promise<void>;
  /** Compiles to the chosen target and shows the code. The current run continues. */
  compile(): Promise<void>;
  /** While there are listeners, inspects each text that rests. */
  onInspection(listener: (inspection: Inspection) => void): Dispose;
  /**
   * Switches live mode, in which the run follows the text at each pause in typing. The setting is
   * stored.
   */
  setLive(on: boolean): void;
  /** Sets the seed for RAND from the next run on, and reruns if a run is active. */
  setSeed(seed: number): void;
  /**
   * Called by the editor at each change; the text is read only when needed.
   *
   * @param origin the revision of the opened text that it derives from, if that is not the newest
   */
  sourceEdited(read: () => string, origin?: number): void;
  /** Calls `listener` at each edit of a file, and when another text replaces this one. */
  onTextChange(listener: () => void): Dispose;
  sourceText(): string;
  /** The address that relative addresses in the text resolve against. */
  sourceUri(): string;
  /**
   * Saves the draft immediately. Returns whether leaving now would lose text that is stored nowhere
   * else.
   */
  losesTextByLeaving(): boolean;
  /** Ends the current or waiting compile; the text stays unchanged. */
  cancelCompile(): void;
  retryCompiler(): void;
  attachCanvas(canvas: HTMLCanvasElement): Dispose;
  /**
   * Marks the graphics device as used by a tool until the returned function is called. If the
   * device is lost meanwhile, the shader is not to blame: it restarts, and the tool reports the
   * loss.
   */
  beginToolWork(): Dispose;
  /**
   * Calls `listener` with the statistics of the newest frame, if there is one, and of each later
   * frame, because the store is not updated per frame. Null means that frames have stopped by
   * themselves, so the last rate is no longer valid.
   */
  onFrame(listener: (stats: FrameStats | null) => void): Dispose;
  dispose: Dispose;
}

export interface TextCommands {
  /** Opens what the address or the tab's draft requests, and then follows the address. */
  start(): Promise<void>;
  /** Replaces the text and runs it, unless its run has ended badly before. */
  openSource(source: SourceOpening): Promise<void>;
  /** Replaces the text with a demo; runs it like {@link TextCommands.openSource}. */
  openDemo(name: string): Promise<void>;
  /** Cancels the current fetch of a source; the fallback is the same as after a failure. */
  cancelOpening(): void;
  /** Restores the draft that the notice offers, with its settings, and runs it. */
  bringBack(kind: KeepingNotice['kind']): Promise<void>;
  /**
   * The cursor, the scroll position or the visible file has changed; the place is read only when
   * needed.
   */
  placeChanged(read: () => TextPlace): void;
  dismissNotice(kind: KeepingNotice['kind']): void;
  /** Saves a version in the history at the user's request. Never rejects. */
  saveVersion(): Promise<Result<void>>;
  /** Names the project; the name must come from `givenNameFrom`. Null restores the derived name. */
  nameProject(givenName: string | null): void;
}

/** The open project's files other than the main file. File names must be valid already. */
export interface ProjectFiles {
  project(): OpenProject;
  /** Replaces the list, which adds, removes, renames or reorders files. Counts as an edit. */
  setFiles(files: readonly OpenFile[]): void;
  /** Asks the editor to change texts in one undo step. */
  editFiles(edits: ProjectEdits): void;
  /** Replaces the list of images and data files. Counts as an edit. */
  setAssets(assets: readonly Asset[]): void;
  /** Shows a file in the editor; `MAIN_FILE_ID` is the main file. */
  showFile(id: number): void;
  /** Called by the editor at each change of a file other than the main file. */
  fileEdited(id: number, read: () => string): void;
}

export interface Choices {
  selectTarget(target: CompileTarget): void;
  selectProfile(name: string): void;
  selectEntryPoint(name: string): void;
  /** Refreshes the list of entry points, for example before it opens. */
  refreshEntryPoints(): void;
  selectTab(tab: string): void;
  /** Sets the layout of the page, for this and later visits. */
  arrange(arrangement: Arrangement): void;
  openTool(tool: string): void;
  /** Closes the drawer if it shows this tool. */
  closeTool(tool: string): void;
  /**
   * Moves the editor's cursor to a place and scrolls there.
   *
   * @param path the file's path as in the compiler's messages; the main file if absent
   */
  reveal(place: SourcePlace, path?: string): void;
}

/** Commands for a playing run. Without a run, only the settings change. */
export interface PlaybackCommands {
  pause(): void;
  resume(): void;
  /** Pauses and draws the frame this many frames later, or earlier if negative. */
  step(frames: number): void;
  /**
   * Pauses at this frame, as it was or will be drawn. The request waits until there is a seeker,
   * unless the user continues before that; null cancels a waiting request.
   */
  showFrame(frame: PausedFrame | null): void;
  /**
   * Makes `showFrame`, `step` and `resetFrame` use this seeker until the returned function is
   * called.
   */
  seekBy(seeker: FrameSeeker): Dispose;
  /** The user's inputs up to a frame, for a link that shows the frame. */
  inputsUpTo(frame: number): PausedFrame['inputs'];
  /** Pauses and draws a frame on the current contents of the resources; see `Runner`. */
  drawFrame(frame: number, seconds: number, inputs?: ReplayedInputs): void;
  setPace(pace: Pace): void;
  /** Returns to frame 0 and time 0. */
  resetFrame(): void;
  /** Sets a value, which is kept by name across runs. */
  setUniform(name: string, value: UniformValue): void;
  /**
   * Restores the default of one uniform of the newest run, or of all of them and the camera. The
   * camera's values can be named too.
   */
  resetUniforms(name?: string): void;
  /** Null stops the slider's animation. */
  animateUniform(name: string, animation: UniformAnimation | null): void;
  /** Sets the function that computes animations; null for values that only the user changes. */
  setAnimation(animate: Animate | null): void;
  clearOutput(): void;
  setResolution(resolution: Resolution): void;
}

/** Takes a run to any frame, with the resources' contents for that frame. */
export interface FrameSeeker {
  show(frame: PausedFrame): void;
  /** Like {@link PlaybackCommands.step}; returns false if the run can draw that frame by itself. */
  step(frames: number): boolean;
  /** Restores the resources if the seeker is on its way to a frame. */
  cancel(): void;
  inputsUpTo: PlaybackCommands['inputsUpTo'];
}

/** The user's decisions about a run that was held back. */
export interface HeldRunControls {
  /** Runs the text, and remembers its origins if it was held back for them. */
  runHeld(): Promise<void>;
  /** Dismisses the held run; the next Run asks again. */
  dropHeld(): void;
  /** Call this when the page is hidden or left, and when it becomes visible again. */
  pageHidden(hidden: boolean): void;
  /**
   * How tools may fetch the resources that the text names. Fails with the origins that the user has
   * not allowed yet.
   */
  fetchRules(descriptor: RunDescriptor): Promise<Result<FetchRules, readonly string[]>>;
}

export type ShareOutcome =
  /** `note` says what the link leaves out, as in Diagnostics; null if it contains everything. */
  | { readonly kind: 'copied'; readonly note: string | null }
  /** The link was passed to the system's share sheet. */
  | { readonly kind: 'shared'; readonly note: string | null }
  | { readonly kind: 'cancelled' }
  /** `link` can be copied by hand; null if no link can hold the text, as Diagnostics says. */
  | { readonly kind: 'failed'; readonly link: string | null };

/** The parts of the view that a link contains in addition to the project and its seed. */
export interface SharedView {
  /**
   * Whether to include the resolution, and the paused frame with the mouse and key input up to it.
   */
  readonly playback: boolean;
  /** Whether to include the values that the user has set, and their animations. */
  readonly uniforms: boolean;
}

export interface Sharing {
  /**
   * Gives the user a link to the current project and target. Call it while handling a user gesture.
   *
   * @param view the parts of the view to include; none by default
   */
  share(view?: SharedView): Promise<ShareOutcome>;
  /** Builds the link that `share` would give, without delivering it. */
  buildLink(view?: SharedView): Promise<Result<ShareLink>>;
  /** Whether there is text that is neither as it was opened nor in a link. */
  hasUnsavedText(): boolean;
}

/**
 * The compiler's answer for the current project, compiled in the background without a user request.
 */
export interface Inspection {
  readonly project: OpenProject;
  /**
   * The answer that Run would get; null if there is none, because the text hangs or crashes the
   * compiler.
   */
  readonly answer: CompileResult | null;
}
