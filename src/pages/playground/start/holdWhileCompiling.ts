import type { Workspace } from '#workspace/workspace.ts';

/** Held work resumes after this many milliseconds, because a compile may take a minute. */
const MAX_HOLD = 3000;

/**
 * Calls `hold` with true when the user starts waiting for a compile, and with false when it ends.
 */
export function holdWhileCompiling(
  { store }: Pick<Workspace, 'store'>,
  hold: (isHeld: boolean) => void,
): void {
  let isHeld = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const set = (next: boolean) => {
    clearTimeout(timer);
    if (next) timer = setTimeout(set, MAX_HOLD, false);
    if (next !== isHeld) hold(next);
    isHeld = next;
  };
  store.subscribe(({ compilation }, before) => {
    if (compilation !== before.compilation) set(compilation.kind === 'compiling');
  });
}
