import type { CompilerState } from '#core/output/compilerState.ts';
import type { CompileTarget } from '#core/output/compileTarget.ts';
import type { LinkedProject, LinkService } from '#core/project/link/linkService.ts';
import type { VersionService } from '#core/project/newVersion.ts';
import type { Asset, ProjectFile } from '#core/project/project.ts';
import type { Dispose } from '#core/util/disposer.ts';
import type { Result } from '#core/util/result.ts';
import type { CompilerClient } from '#engine/compiler/client/compilerClient.ts';
import type { RunEvents, Runner } from '#engine/gpu/runner.ts';
import type { DraftService } from '#engine/storage/history/draftKeeper.ts';

/** Everything from outside, handed in by the composition root or by a test. */
export interface WorkspaceServices {
  createCompiler(onState: (state: CompilerState) => void): CompilerClient;
  /** The profiles that can be chosen for a target; most have none. */
  profilesOf(target: CompileTarget): readonly string[];
  /** Fails with the true reason why shaders cannot run here, as a sentence. */
  requestRunner(events: RunEvents): Promise<Result<Runner>>;
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

/** What the workspace needs of the address bar. */
export interface AddressService {
  current(): URL;
  /** Puts another address in its place, without a step in the history. */
  replace(address: URL): void;
  /** Calls `listener` when somebody else has changed the fragment. */
  onFragmentChange(listener: () => void): Dispose;
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

/** On the clipboard, by the system's share sheet, not wanted after all, or refused. */
export type Delivery = 'copied' | 'shared' | 'cancelled' | 'failed';

export interface OpenedFile {
  readonly text: string;
  /** The address it came from, which relative addresses in it resolve against. */
  readonly uri: string;
}

/** What takes the place of the project in the editor. */
export interface SourceOpening
  extends OpenedFile,
    Partial<Pick<LinkedProject, 'target' | 'entryPoint' | 'view' | 'note'>> {
  /** The files beside the main file; none if absent. */
  readonly files?: readonly ProjectFile[];
  readonly assets?: readonly Asset[];
  /** The name of the demo that it is, if it is one. */
  readonly demo: string | null;
  /** It comes from somebody else, by a link. */
  readonly foreign?: boolean;
  /** Goes before the seed of a draft; null or left out if that stays. */
  readonly seed?: number | null;
  /** The name that it was given; null or left out if its name is derived. */
  readonly givenName?: string | null;
  /** Of the version or draft that it continues; without one, it starts a lineage. */
  readonly lineage?: string;
}
