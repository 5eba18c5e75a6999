import type { UniformAnimations } from '#core/plan/animation/uniformAnimation.ts';
import type {
  Asker,
  CompileReport,
  CompileRequest,
  EntryPointsRequest,
  EntryPointsResult,
} from '#core/output/compileResult.ts';
import type { CompilerState } from '#core/output/compilerState.ts';
import type { CompileTarget } from '#core/output/compileTarget.ts';
import type { InputChange } from '#core/plan/inputChange.ts';
import type { AddressedMoment } from '#core/project/links/urlParameters.ts';
import type {
  Resolution,
  RunControls,
  RunReports,
  UniformValues,
} from '#core/plan/runControls.ts';
import type { Asset, Project, ProjectFile } from '#core/project/project.ts';
import type { Dispose } from '#core/util/disposer.ts';
import type { Result } from '#core/util/result.ts';
import type { Draft } from '#core/project/draft.ts';

/**
 * What the workspace needs of a compiler. Nothing here rejects. An answer is null if the request was
 * aborted, superseded by a newer one, or gave way to a more urgent one.
 */
export interface CompilerService {
  /** What the page asks for by itself gets less time than what a person asks for. */
  compile(
    request: CompileRequest,
    asker: Asker,
    signal?: AbortSignal,
  ): Promise<CompileReport | null>;
  /** The same limits apply. */
  findEntryPoints(
    request: EntryPointsRequest,
    asker: Asker,
    signal?: AbortSignal,
  ): Promise<EntryPointsResult | null>;
  /**
   * Compiles in the background: supersedes no `compile`, and shares the answer of an equal one.
   * `no-answer` if the compiler does not survive the source or does not finish it, now or before.
   */
  inspect(
    request: CompileRequest,
    signal?: AbortSignal,
  ): Promise<CompileReport | 'no-answer' | null>;
  /** Ends the compile that runs or waits. */
  cancel(): void;
  /** Starts over after a failure. */
  retry(): void;
  dispose: Dispose;
}

/** What the workspace needs to run shaders. */
export interface RunService extends RunControls {
  attachCanvas(canvas: HTMLCanvasElement): Dispose;
  dispose: Dispose;
}

export interface RunEvents extends RunReports {
  /** The device is gone and nothing runs any more; Run asks for a new one. */
  onLost(reason: string): void;
}

/** Everything from outside, handed in by the composition root or by a test. */
export interface WorkspaceServices {
  createCompiler(onState: (state: CompilerState) => void): CompilerService;
  /** The profiles that can be chosen for a target; most have none. */
  profilesOf(target: CompileTarget): readonly string[];
  /** Fails with the true reason why shaders cannot run here, as a sentence. */
  requestRunner(events: RunEvents): Promise<Result<RunService>>;
  /** A demo by its name; fails with what went wrong, which may be that `signal` was aborted. */
  loadDemo(name: string, signal: AbortSignal): Promise<Result<OpenedFile>>;
  /** A source by its absolute http or https address; fails as {@link loadDemo} does. */
  loadSource(url: string, signal: AbortSignal): Promise<Result<OpenedFile>>;
  readonly links: LinkService;
  readonly address: AddressService;
  readonly drafts: DraftService;
  readonly pages: PageService;
  readonly versions: VersionService;
  /** Gives a link to the user. It comes later, and is rejected if there is none to give. */
  deliverLink(link: Promise<string>): Promise<Delivery>;
}

/** What links carry, packed and unpacked; it is loaded on first use. Nothing rejects. */
export interface LinkService {
  /** The source in a link's `code`. */
  unpackCode(code: string): Promise<Result<string>>;
  /** The project in a link's `project`. Its images and data are stored by then. */
  unpackProject(packed: string): Promise<Result<LinkedProject>>;
  /**
   * The view at the frame and with the seed that an address gives beside its source.
   *
   * @param opened what the source brings itself
   */
  readMoment(
    moment: AddressedMoment,
    opened: Partial<Pick<LinkedProject, 'view' | 'note'>>,
  ): Promise<Result<ReadMoment>>;
  /**
   * A link that opens this: by `code` if it is one file and nothing else, else by `project`.
   *
   * @param page the page's current address
   */
  build(page: URL, shared: SharedProject): Promise<Result<ShareLink>>;
}

export interface ReadMoment {
  readonly view: RunView;
  /** The seed that the address gives, which goes before a draft's; null if it gives none. */
  readonly seed: number | null;
  /** What cannot be used and why, as sentences, also of the source; null if all can. */
  readonly note: string | null;
}

/** What a person sees of a run. */
export interface RunView {
  /** Those that a person has set. */
  readonly uniformValues: UniformValues;
  readonly resolution: Resolution;
  readonly seed: number;
  readonly animations: UniformAnimations;
  /** Where playback is paused; null if it plays. */
  readonly frame: PausedFrame | null;
}

export interface PausedFrame {
  /** Counts from 0. */
  readonly number: number;
  /** The value of `TIME` in it, in seconds. */
  readonly time: number;
  /** What the user did up to it, in the order of the frames; nothing if left out. */
  readonly inputs?: readonly InputChange[];
}

export interface SharedProject extends Project {
  readonly target: CompileTarget;
  readonly entryPoint: string | null;
  readonly seed: number;
  /** Null if the link is to carry none. */
  readonly view: RunView | null;
}

export interface LinkedProject {
  readonly text: string;
  readonly files: readonly ProjectFile[];
  readonly assets: readonly Asset[];
  readonly target: CompileTarget | null;
  readonly entryPoint: string | null;
  readonly view: RunView | null;
  /** Which images or data could not be used and why, as sentences; null if all could. */
  readonly note: string | null;
}

export interface ShareLink {
  readonly href: string;
  /** What the link leaves out, as sentences; null if it carries everything. */
  readonly note: string | null;
}

/** What the workspace needs of the address bar. */
export interface AddressService {
  current(): URL;
  /** Puts another address in its place, without a step in the history. */
  replace(address: URL): void;
  /** Calls `listener` when somebody else has changed the fragment. */
  onFragmentChange(listener: () => void): Dispose;
}

/** What the workspace needs so that a reload, a crash or a closed tab loses nothing. */
export interface DraftService {
  /** What this tab held when it was last open, at once wherever possible; null if nothing. */
  restore(): Draft | null | Promise<Draft | null>;
  /** Keeps it in place of the one before. */
  save(draft: Draft): void;
  /** The edited drafts of tabs that were closed, newest first; each is given out once. Late. */
  findLeft(): Promise<readonly Draft[]>;
  /** Whether what was saved last outlives the tab, as far as is known. */
  isSafe(): boolean;
  /** Calls `listener` with the reason, a sentence, once it shows that drafts cannot be kept. */
  onRefused(listener: (reason: string) => void): Dispose;
  /** Calls `listener` once it shows that this tab is a copy of another one, which is still open. */
  onCopied(listener: () => void): Dispose;
  /** Calls `listener` when the page may be about to end. */
  onLeaving(listener: () => void): Dispose;
}

/** What the workspace needs to know of this page, and of others that may have ended. */
export interface PageService {
  /** Of this page, and of no other that ever was. */
  readonly id: string;
  /** Never rejects; false if it cannot be told. */
  hasEnded(id: string): Promise<boolean>;
  /** Calls back once the page has laid out and painted what the store holds now. */
  afterPaint(callback: () => void): void;
}

/** What the workspace needs of the history of versions. */
export interface VersionService {
  /** Never rejects. A text that equals the newest version of its lineage makes no second one. */
  note(version: NewVersion): Promise<Result<void>>;
}

/**
 * Why a version was kept: it was run, typing paused, the user saved it, another text replaced it, or
 * its tab was closed.
 */
export type VersionReason = 'run' | 'pause' | 'saved' | 'replaced' | 'left';

export interface NewVersion extends Project {
  /** What relative addresses in the text resolve against. */
  readonly uri: string;
  /** Whether it came from somebody else: it asks before it fetches from other origins. */
  readonly foreign: boolean;
  readonly reason: VersionReason;
  /** Shared by all versions of one text, from when it is opened until another text replaces it. */
  readonly lineage: string;
}

/** On the clipboard, by the system's share sheet, not wanted after all, or refused. */
export type Delivery = 'copied' | 'shared' | 'cancelled' | 'failed';

export interface OpenedFile {
  readonly text: string;
  /** The address it came from, which relative addresses in it resolve against. */
  readonly uri: string;
}
