import type { Project } from '#core/project/project.ts';
import type { Result } from '#core/util/result.ts';

/** The part of the history that the workspace uses. */
export interface VersionService {
  /** Never rejects. A text equal to the newest version of its lineage adds no version. */
  note(version: NewVersion): Promise<Result<void>>;
}

/**
 * Why a version was saved: the text was run, typing paused, the user saved it, another text
 * replaced it, or its tab was closed.
 */
export type VersionReason = 'run' | 'pause' | 'saved' | 'replaced' | 'left';

export interface NewVersion extends Project {
  /** The base for relative addresses in the text. */
  readonly uri: string;
  /** Whether someone else made the project; it then asks before fetching from other origins. */
  readonly foreign: boolean;
  readonly reason: VersionReason;
  /** The name given to the project; null if it is derived. */
  readonly givenName: string | null;
  /** Shared by all versions of a text, from opening it until another text replaces it. */
  readonly lineage: string;
}
