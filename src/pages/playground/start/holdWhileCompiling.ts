import type { Workspace } from '#workspace/workspace.ts';

/** After so many milliseconds of a compile, what was held goes on: it may take a minute. */
const MAX_HOLD = 3000;

/** Calls `hold` with true when somebody begins to wait for a compile, and with false when that is over. */
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
