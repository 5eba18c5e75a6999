import type { CompilerState } from '#core/output/compilerState.ts';
import type { CompileTarget } from '#core/output/compileTarget.ts';
import type { LinkedProject, LinkService } from '#core/project/links/linkService.ts';
import type { VersionService } from '#core/project/newVersion.ts';
import type { Asset, ProjectFile } from '#core/project/project.ts';
import type { Dispose } from '#core/util/disposer.ts';
import type { Result } from '#core/util/result.ts';
import type { CompilerClient } from '#engine/compiler/client/compilerClient.ts';
import type { RunEvents, Runner } from '#engine/gpu/runner.ts';
import type { DraftService } from '#engine/storage/history/draftKeeper.ts';

/** Everything from outside the workspace, passed in by the composition root or a test. */
export interface WorkspaceServices {
  createCompiler(onState: (state: CompilerState) => void): CompilerClient;
  /** The profiles that a target offers; most targets have none. */
  profilesOf(target: CompileTarget): readonly string[];
  /** Fails with the reason why shaders cannot run here, as a sentence. */
  requestRunner(events: RunEvents): Promise<Result<Runner>>;
  /** Loads a demo by name. Fails with what went wrong, including when `signal` is aborted. */
  loadDemo(name: string, signal: AbortSignal): Promise<Result<OpenedFile>>;
  /** Loads a source by absolute http or https address. Fails like {@link loadDemo}. */
  loadSource(url: string, signal: AbortSignal): Promise<Result<OpenedFile>>;
  readonly links: LinkService;
  readonly address: AddressService;
  readonly drafts: DraftService;
  readonly pages: PageService;
  readonly versions: VersionService;
  /** Gives a link to the user. `link` resolves later, and rejects if there is no link. */
  deliverLink(link: Promise<string>): Promise<Delivery>;
}

export interface AddressService {
  current(): URL;
  /** Replaces the address without a history step. */
  replace(address: URL): void;
  /** Calls `listener` when anything but the workspace changes the fragment. */
  onFragmentChange(listener: () => void): Dispose;
}

/** Information about this page, and about other pages that may have ended. */
export interface PageService {
  /** Unique to this page, across all pages and visits. */
  readonly id: string;
  /** Never rejects; false if it cannot be determined. */
  hasEnded(id: string): Promise<boolean>;
  /** Calls back once the page has laid out and painted the store's current state. */
  afterPaint(callback: () => void): void;
}

/**
 * Copied to the clipboard, passed to the system's share sheet, cancelled by the user, or refused.
 */
export type Delivery = 'copied' | 'shared' | 'cancelled' | 'failed';

export interface OpenedFile {
  readonly text: string;
  /** The address of the file, which relative addresses in it resolve against. */
  readonly uri: string;
}

export interface SourceOpening
  extends OpenedFile,
    Partial<Pick<LinkedProject, 'target' | 'entryPoint' | 'view' | 'note'>> {
  /** The files other than the main file; none if absent. */
  readonly files?: readonly ProjectFile[];
  readonly assets?: readonly Asset[];
  /** The demo's name; null if the project is not a demo. */
  readonly demo: string | null;
  /** Whether the project comes from someone else by a link. */
  readonly foreign?: boolean;
  /** Overrides a draft's seed; null or absent to keep that seed. */
  readonly seed?: number | null;
  /** The project's given name; null or absent if its name is derived. */
  readonly givenName?: string | null;
  /** The lineage of the version or draft that it continues; if absent, a new lineage starts. */
  readonly lineage?: string;
}
