import type { CompileTarget } from '#core/output/compileTarget.ts';
import type { Asset, Project, ProjectFile } from '#core/project/project.ts';
import type { RunView } from '#core/project/runView.ts';
import type { Result } from '#core/util/result.ts';
import type { AddressedMoment } from './urlParameters.ts';
import type { OpenedView } from './viewParameters.ts';

/** Packs and unpacks the content of links. Loaded on first use. No promise rejects. */
export interface LinkService {
  unpackCode(code: string): Promise<Result<string>>;
  /** Unpacks the project in a link's `project` and stores its images and data. */
  unpackProject(packed: string): Promise<Result<LinkedProject>>;
  /**
   * The view, with the frame, seed and name that an address gives beside its source.
   *
   * @param opened the view and note that come with the source
   */
  readMoment(
    moment: AddressedMoment,
    opened: Partial<Pick<LinkedProject, 'view' | 'note'>>,
  ): Promise<Result<ReadMoment>>;
  /**
   * Creates a link: with `code` if the project is a single file without a view, otherwise with
   * `project`.
   *
   * @param page the page's current address
   */
  build(page: URL, shared: SharedProject): Promise<Result<ShareLink>>;
}

export interface ReadMoment extends OpenedView {
  /** What could not be used and why, as sentences, including the source's note; otherwise null. */
  readonly note: string | null;
}

export interface SharedProject extends Project {
  readonly target: CompileTarget;
  readonly entryPoint: string | null;
  readonly seed: number;
  /** Null if the name is derived. */
  readonly givenName: string | null;
  /** Null to leave the view out of the link. */
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
