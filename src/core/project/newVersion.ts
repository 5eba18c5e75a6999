import type { Project } from '#core/project/project.ts';
import type { Result } from '#core/util/result.ts';

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
  /** The name that the project was given; null if it is derived. */
  readonly givenName: string | null;
  /** Shared by all versions of one text, from when it is opened until another text replaces it. */
  readonly lineage: string;
}
