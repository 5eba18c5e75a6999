import type { CompileTarget } from '#core/output/compileTarget.ts';
import type { AddressedMoment } from '#core/project/links/urlParameters.ts';
import type { OpenedView } from '#core/project/links/viewParameters.ts';
import type { Asset, Project, ProjectFile } from '#core/project/project.ts';
import type { RunView } from '#core/project/runView.ts';
import type { Result } from '#core/util/result.ts';

/** What links carry, packed and unpacked; it is loaded on first use. Nothing rejects. */
export interface LinkService {
  /** The source in a link's `code`. */
  unpackCode(code: string): Promise<Result<string>>;
  /** The project in a link's `project`. Its images and data are stored by then. */
  unpackProject(packed: string): Promise<Result<LinkedProject>>;
  /**
   * The view at the frame and with the seed and name that an address gives beside its source.
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

export interface ReadMoment extends OpenedView {
  /** What cannot be used and why, as sentences, also of the source; null if all can. */
  readonly note: string | null;
}

export interface SharedProject extends Project {
  readonly target: CompileTarget;
  readonly entryPoint: string | null;
  readonly seed: number;
  /** Null if its name is derived. */
  readonly givenName: string | null;
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
