import type { StoreApi } from 'zustand/vanilla';
import type { LazyTool } from './lazyTool.ts';

/** Loads a tool as soon as the state needs it. */
export function loadOnce<State>(
  { getState, subscribe }: Pick<StoreApi<State>, 'getState' | 'subscribe'>,
  isNeeded: (state: State) => boolean,
  { load }: Pick<LazyTool<unknown>, 'load'>,
): void {
  const check = (state: State) => {
    if (!isNeeded(state)) return;
    stop();
    void load();
  };
  const stop = subscribe(check);
  check(getState());
}
