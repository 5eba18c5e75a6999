import type { StoreApi } from 'zustand/vanilla';
import type { CompileResult } from '#core/output/compileResult.ts';
import type { CompileTarget } from '#core/output/compileTarget.ts';
import type { UniformAnimation } from '#core/plan/animation/uniformAnimation.ts';
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
import type { ShareLink } from '#core/project/link/linkService.ts';
import type { Arrangement } from '#core/project/links/arrangement.ts';
import type { OpenFile, OpenProject } from '#core/project/openFile.ts';
import type { Asset } from '#core/project/project.ts';
import type { PausedFrame } from '#core/project/runView.ts';
import type { Dispose } from '#core/util/disposer.ts';
import type { Result } from '#core/util/result.ts';
import type { SourceOpening } from './services.ts';
import type { KeepingNotice, WorkspaceState } from './state.ts';

/** The store of one playground, and everything that can be done with it. */
export interface Workspace
  extends TextCommands,
    ProjectFiles,
    Choices,
    PlaybackCommands,
    HeldRunControls,
    Sharing {
  readonly store: StoreApi<WorkspaceState>;
  run(): Promise<void>;
  /** Compiles to the chosen target and shows the code; what runs goes on. */
  compile(): Promise<void>;
  /** While anybody listens, each text that rests is looked at. */
  onInspection(listener: (inspection: Inspection) => void): Dispose;
  /** Switches live mode: what runs follows the text at each pause in typing. Remembered. */
  setLive(on: boolean): void;
  /** The numbers of RAND are others from the next run on, which starts at once if one runs. */
  setSeed(seed: number): void;
  /**
   * Called by the editor at each change; the text is read only when it is needed.
   *
   * @param origin revision of the opened text that it derives from, if that is not the newest
   */
  sourceEdited(read: () => string, origin?: number): void;
  /** Calls `listener` at each edit of a file, and when another text takes the place of this one. */
  onTextChange(listener: () => void): Dispose;
  /** The text of the main file as it is now. */
  sourceText(): string;
  /** Where it came from: what relative addresses in it resolve against. */
  sourceUri(): string;
  /** Saves the draft at once; true if leaving now would lose text that nothing else holds. */
  losesTextByLeaving(): boolean;
  /** Ends the compile that runs or waits; the text stays as it is. */
  cancelCompile(): void;
  retryCompiler(): void;
  attachCanvas(canvas: HTMLCanvasElement): Dispose;
  /**
   * A tool makes the graphics device work until the returned function is called. If the device is lost
   * meanwhile, the shader is not to blame: it restarts, and the tool says what happened.
   */
  beginToolWork(): Dispose;
  /**
   * Calls `listener` with the figures of the newest frame, if there is one, and of each further one,
   * since the store stays out of the frame loop; and with null when frames have stopped by themselves,
   * so that no rate is true any more.
   */
  onFrame(listener: (stats: FrameStats | null) => void): Dispose;
  dispose: Dispose;
}

/** What takes the place of the open text, and what becomes of the one before. */
export interface TextCommands {
  /** Opens what the address or the tab's draft asks for; the address is followed from then on. */
  start(): Promise<void>;
  /** Replaces the text and runs it, unless it has stopped a page before. So does the next one. */
  openSource(source: SourceOpening): Promise<void>;
  /** Replaces the text with a demo and runs it. */
  openDemo(name: string): Promise<void>;
  /** Stops fetching what was to be opened; what is opened instead is the same as after a failure. */
  cancelOpening(): void;
  /** Brings back, with all that belongs to it, the text that the notice is about, and runs it. */
  bringBack(kind: KeepingNotice['kind']): Promise<void>;
  /** The cursor or what is in sight has changed; it is read only when it is needed. */
  placeChanged(read: () => TextPlace): void;
  dismissNotice(kind: KeepingNotice['kind']): void;
  /** Puts the text into the history because the user asked for it. Never rejects. */
  saveVersion(): Promise<Result<void>>;
  /** Gives the project a name, as `givenNameFrom` returns it; null brings the derived one back. */
  nameProject(givenName: string | null): void;
}

/** The files of the open project beside its main file. What names are good is decided elsewhere. */
export interface ProjectFiles {
  /** All files with their current texts. */
  project(): OpenProject;
  /** Replaces the list: files are added, removed, renamed, reordered. This is an edit. */
  setFiles(files: readonly OpenFile[]): void;
  /** Has the editor change texts, in one undo step. */
  editFiles(edits: ProjectEdits): void;
  /** Replaces the list of images and data. This is an edit. */
  setAssets(assets: readonly Asset[]): void;
  /** Shows a file in the editor; `MAIN_FILE_ID` is the main file. */
  showFile(id: number): void;
  /** Called by the editor at each change of a file beside the main file. */
  fileEdited(id: number, read: () => string): void;
}

/** What is chosen from lists and tabs. */
export interface Choices {
  selectTarget(target: CompileTarget): void;
  selectProfile(name: string): void;
  selectEntryPoint(name: string): void;
  /** Looks the entry points up again, as before the list is opened. */
  refreshEntryPoints(): void;
  selectTab(tab: string): void;
  /** Divides the page anew, now and in later visits. */
  arrange(arrangement: Arrangement): void;
  /** Opens the drawer with a tool, in the place of the one that was there. */
  openTool(tool: string): void;
  /** Closes the drawer if the tool is in it. */
  closeTool(tool: string): void;
  /**
   * Moves the editor's cursor there and brings it into sight.
   *
   * @param path of the file as in the compiler's messages; the main file if absent
   */
  reveal(place: SourcePlace, path?: string): void;
}

/** What a person does with a run while it plays. Without a run, nothing but the settings changes. */
export interface PlaybackCommands {
  pause(): void;
  resume(): void;
  /** Pauses, and draws the frame that is so many after this one (or before it, if negative). */
  step(frames: number): void;
  /**
   * Pauses at this frame as it was, or would be. It waits until there is a seeker, unless the user goes
   * on before that; null forgets the one that waits.
   */
  showFrame(frame: PausedFrame | null): void;
  /** From now on, `showFrame`, `step` and `resetFrame` ask it; the returned function ends that. */
  seekBy(seeker: FrameSeeker): Dispose;
  /** What the user did up to a frame, for a link that shows it. */
  inputsUpTo(frame: number): PausedFrame['inputs'];
  /** Pauses and draws a frame on what the resources hold; see `Runner`. */
  drawFrame(frame: number, seconds: number, inputs?: ReplayedInputs): void;
  setPace(pace: Pace): void;
  /** Frame 0 and time 0. */
  resetFrame(): void;
  /** Kept by name across runs. */
  setUniform(name: string, value: UniformValue): void;
  /** Back to the default: one uniform of the newest run, or all of them. */
  resetUniforms(name?: string): void;
  /** Null for a slider that stays where it is. */
  animateUniform(name: string, animation: UniformAnimation | null): void;
  /** Null for values that stay as the user sets them. For the feature that computes animations. */
  setAnimation(animate: Animate | null): void;
  clearOutput(): void;
  setResolution(resolution: Resolution): void;
}

/** Brings a run to any frame, with the resources as that frame needs them. */
export interface FrameSeeker {
  show(frame: PausedFrame): void;
  /** As the command; false if the run can draw that frame by itself. */
  step(frames: number): boolean;
  /** Puts the resources back if it is on its way to a frame. */
  cancel(): void;
  inputsUpTo: PlaybackCommands['inputsUpTo'];
}

/** What a person can decide about a run that was held back. */
export interface HeldRunControls {
  /** Runs the text, and remembers the origins if it was held back for them. */
  runHeld(): Promise<void>;
  /** Leaves it at that; Run asks again. */
  dropHeld(): void;
  /** To be called when the page goes out of sight or is left, and when it is seen again. */
  pageHidden(hidden: boolean): void;
  /** How tools may fetch what the text names; fails with the origins that nobody has allowed yet. */
  fetchRules(descriptor: RunDescriptor): Promise<Result<FetchRules, readonly string[]>>;
}

/** What became of a link that was to be shared. */
export type ShareOutcome =
  /** `note` says what the link leaves out, as diagnostics do; null if it carries everything. */
  | { readonly kind: 'copied'; readonly note: string | null }
  /** The system's share sheet has it. */
  | { readonly kind: 'shared'; readonly note: string | null }
  | { readonly kind: 'cancelled' }
  /** `link` is there to be copied by hand; null if none can carry the text, as diagnostics say. */
  | { readonly kind: 'failed'; readonly link: string | null };

/** What of the view a link has beside the project and its seed. */
export interface SharedView {
  /** The resolution, and the frame where playback is paused, with what mouse and keys did up to it. */
  readonly playback: boolean;
  /** Those that a person has set, and how they are animated. */
  readonly uniforms: boolean;
}

export interface Sharing {
  /**
   * Gives the user a link to the project and target of the moment. Call it as a press is handled.
   *
   * @param view what of the view the link has too; nothing if left out
   */
  share(view?: SharedView): Promise<ShareOutcome>;
  /** The link that `share` gives, which nobody gets. */
  buildLink(view?: SharedView): Promise<Result<ShareLink>>;
  /** Whether there is text that is neither as it was opened nor in a link. */
  hasUnsavedText(): boolean;
}

/** What the compiler says of the project as it is, without anybody having asked for a compile. */
export interface Inspection {
  readonly project: OpenProject;
  /** The answer that Run would get; null if there is none, as the text hangs or kills the compiler. */
  readonly answer: CompileResult | null;
}
