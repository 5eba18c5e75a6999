import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Dispose } from '#core/util/disposer.ts';
import type { DebuggerCommands, DebuggerState } from '#tools/debugger/state.ts';
import type { Movement } from '#tools/debugger/trace/replay.ts';
import { shownLine } from '#tools/debugger/trace/shownLine.ts';
import type { DebuggerContext } from './context.ts';
import {
  atStep,
  CLOSED,
  closed,
  moved,
  sourceEdited,
  sourceReplaced,
  withBreakpoint,
  withoutBreakpoint,
} from './transitions.ts';
import { createWork, type Work } from './work.ts';

export interface DebuggerSession {
  readonly store: StoreApi<DebuggerState>;
  readonly commands: DebuggerCommands;
  /** Called by the editor at each change of the source. */
  sourceEdited(): void;
  dispose: Dispose;
}

type Update = (change: (state: DebuggerState) => DebuggerState) => void;

export function createDebuggerSession(context: DebuggerContext): DebuggerSession {
  const store = createStore<DebuggerState>(() => CLOSED);
  const update: Update = (change) => store.setState(change, true);
  const work = createWork(context, store);
  const unsubscribe = context.workspace.store.subscribe(({ opened }, before) => {
    if (opened.revision === before.opened.revision) return;
    work.abort();
    update(sourceReplaced);
  });
  return {
    store,
    commands: {
      ...picking(context, work, update),
      ...stepping(context, store, update),
      ...listing(update),
      stop() {
        work.close();
        update(closed);
        context.workspace.closeTool('debugger');
      },
    },
    sourceEdited: () => update((state) => sourceEdited(state, context.workspace.sourceText())),
    dispose() {
      unsubscribe();
      work.dispose();
    },
  };
}

type Picking = Pick<
  DebuggerCommands,
  | 'open'
  | 'togglePicking'
  | 'toggleFollowing'
  | 'pickPixel'
  | 'followPixel'
  | 'traceThread'
  | 'nextFrame'
  | 'search'
  | 'openFinding'
>;

function picking({ workspace }: DebuggerContext, work: Work, update: Update): Picking {
  const open = () => {
    update((state) => (state.isOpen ? state : { ...state, isOpen: true }));
    workspace.openTool('debugger');
    work.open();
  };
  return {
    open,
    togglePicking() {
      open();
      update((state) => ({ ...state, isPicking: !state.isPicking, isFollowing: false }));
    },
    toggleFollowing() {
      open();
      update((state) => ({ ...state, isFollowing: !state.isFollowing, isPicking: false }));
    },
    pickPixel(pixel) {
      open();
      workspace.pause();
      update((state) => ({ ...state, isPicking: false }));
      void work.tracePixel(pixel);
    },
    followPixel: work.followPixel,
    traceThread(entryPoint, thread) {
      open();
      workspace.pause();
      void work.trace({ entryPoint, thread, pixel: null });
    },
    nextFrame: () => void work.nextFrame(),
    search(kind) {
      open();
      workspace.pause();
      void work.search(kind);
    },
    openFinding({ entryPoint, thread, site }) {
      void work.trace({ entryPoint, thread, pixel: null }, site);
    },
  };
}

type Stepping = Pick<
  DebuggerCommands,
  | 'goTo'
  | 'forward'
  | 'back'
  | 'over'
  | 'overBack'
  | 'out'
  | 'first'
  | 'last'
  | 'runToCursor'
  | 'continue'
  | 'continueBack'
  | 'nextNonFinite'
  | 'selectStackFrame'
  | 'showInSource'
>;

function stepping(
  { cursorLine, workspace }: DebuggerContext,
  { getState }: StoreApi<DebuggerState>,
  update: Update,
): Stepping {
  const move = (movement: Movement) => update((state) => moved(state, movement));
  return {
    goTo: (step) => update((state) => atStep(state, step)),
    forward: () => move({ kind: 'forward' }),
    back: () => move({ kind: 'back' }),
    over: () => move({ kind: 'over' }),
    overBack: () => move({ kind: 'over-back' }),
    out: () => move({ kind: 'out' }),
    first: () => move({ kind: 'first' }),
    last: () => move({ kind: 'last' }),
    runToCursor() {
      const line = cursorLine();
      if (line !== null) move({ kind: 'to-line', line });
    },
    continue: () => move({ kind: 'continue', breakpoints: getState().breakpoints }),
    continueBack: () => move({ kind: 'continue-back', breakpoints: getState().breakpoints }),
    nextNonFinite: () => move({ kind: 'next-non-finite' }),
    showInSource() {
      const { shown } = getState();
      const line = shown && shownLine(shown);
      if (line !== null) workspace.reveal({ line, column: 1, length: 0 });
    },
    selectStackFrame: (stackFrame) =>
      update((state) =>
        state.shown ? { ...state, shown: { ...state.shown, stackFrame } } : state,
      ),
  };
}

type Listing = Pick<
  DebuggerCommands,
  'setBreakpoint' | 'removeBreakpoint' | 'addWatch' | 'removeWatch' | 'clearSearch' | 'setLimit'
>;

function listing(update: Update): Listing {
  return {
    setBreakpoint: (breakpoint) => update((state) => withBreakpoint(state, breakpoint)),
    removeBreakpoint: (line) => update((state) => withoutBreakpoint(state, line)),
    addWatch: (watch) =>
      update((state) => ({ ...state, watches: [...new Set([...state.watches, watch])] })),
    removeWatch: (watch) =>
      update((state) => ({ ...state, watches: state.watches.filter((each) => each !== watch) })),
    clearSearch: () => update((state) => ({ ...state, search: null })),
    setLimit: (limit) => update((state) => ({ ...state, limit })),
  };
}
