import { type Project, projectIdentity } from '#program/project/project.ts';
import type { Dispose } from '#shared/disposer.ts';

/** Milliseconds between two looks at the text. */
const INTERVAL = 250;

/** Looks without a change, after which the text rests. */
const LOOKS_AT_REST = 2;

export interface ProjectListener<Read extends Project> {
  /** It differs from what it was when it rested last. */
  onChange(): void;
  /** It does not change any more; called at once, and after each change. */
  onRest(project: Read): void;
}

/**
 * Follows the open project, which tells nobody of its edits: it is read only when somebody needs it.
 *
 * @param read the project as it is now
 */
export function followProject<Read extends Project>(
  read: () => Read,
  { onChange, onRest }: ProjectListener<Read>,
): Dispose {
  const first = read();
  let seen = programIdentity(first);
  let looks = Number.POSITIVE_INFINITY;
  const look = () => {
    const project = read();
    const identity = programIdentity(project);
    if (identity !== seen) {
      seen = identity;
      looks = 0;
      onChange();
      return;
    }
    looks += 1;
    if (looks === LOOKS_AT_REST) onRest(project);
  };
  const timer = setInterval(look, INTERVAL);
  onRest(first);
  return () => clearInterval(timer);
}

/** Of what is compiled: images and data are not. */
export function programIdentity({ text, files }: Project): string {
  return projectIdentity({ text, files, assets: [] });
}
