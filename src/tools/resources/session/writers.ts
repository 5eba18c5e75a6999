import { createNewest } from '#core/util/newest.ts';
import type { ResourcesCommands, ResourcesState, SoughtPlace } from '#tools/resources/state.ts';
import type { ToolContext } from '#ui/tools/tool.ts';
import { shownRun } from '#workspace/runState.ts';

type Update = (change: (state: ResourcesState) => ResourcesState) => void;

const NO_DEBUGGER = 'The debugger finds writers, and this page has none.';

/** Asks the debugger who stored an element, and shows the newest answer. */
export function createWriters(
  { requests, observers, workspace }: Pick<ToolContext, 'requests' | 'observers' | 'workspace'>,
  update: Update,
): Pick<ResourcesCommands, 'findWriters' | 'closeWriters' | 'traceWriter'> {
  const newest = createNewest();
  const find = async (place: SoughtPlace) => {
    const signal = newest.next();
    if (shownRun(workspace.store.getState()).playback === 'playing') workspace.pause();
    const frame = observers.newest()?.inputs.frame ?? 0;
    const sought = { ...place, frame, looking: null, found: null, problem: null };
    update((state) => ({ ...state, writers: sought }));
    const found = await requests.findWriters?.(place, signal, (looking) =>
      update((state) => ({ ...state, writers: { ...sought, looking } })),
    );
    if (signal.aborted) return;
    const outcome = found?.ok
      ? { ...sought, found: found.value }
      : { ...sought, problem: found?.error ?? NO_DEBUGGER };
    update((state) => ({ ...state, writers: outcome }));
  };
  return {
    findWriters: (place) => void find(place),
    closeWriters() {
      newest.end();
      update((state) => ({ ...state, writers: null }));
    },
    traceWriter: (writer, frame) => requests.traceWriter?.(writer, frame),
  };
}
