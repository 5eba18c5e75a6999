import type { Dispose } from '#core/util/disposer.ts';
import type { Workspace } from '#workspace/workspace.ts';

/** How long the text has to rest, in milliseconds. */
const REST = 600;

export interface ProjectListener {
  /** Called at each edit, and when another source is opened. */
  onChange(): void;
  /** The text does not change any more; called at once, and after each change. */
  onRest(project: ReturnType<Workspace['project']>): void;
}

/** Follows the edits of the open project and the pauses between them. */
export function followProject(
  { project, onTextChange }: Pick<Workspace, 'project' | 'onTextChange'>,
  { onChange, onRest }: ProjectListener,
): Dispose {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const rest = () => onRest(project());
  const stop = onTextChange(() => {
    onChange();
    clearTimeout(timer);
    timer = setTimeout(rest, REST);
  });
  rest();
  return () => {
    stop();
    clearTimeout(timer);
  };
}
