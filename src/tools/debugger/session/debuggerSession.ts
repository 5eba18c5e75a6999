import { createStore, type StoreApi } from 'zustand/vanilla';
import { functionLines } from '#core/source/declarations.ts';
import type { Writer } from '#core/source/instrument/accesses/writers.ts';
import { isSamePlace, lineOf, type SourcePlace } from '#core/source/instrument/places.ts';
import type { CountedThreads, Finding, Thread } from '#core/source/instrument/trace.ts';
import { createCompareSession } from '#tools/debugger/compare/compareSession.ts';
import { pathOfVisibleFile } from '#tools/debugger/inline/visibleFile.ts';
import { createMemorySession } from '#tools/debugger/memory/memorySession.ts';
import {
  type AllThreadsSearch,
  type DebuggerState,
  fragmentOf,
  type PixelFragment,
} from '#tools/debugger/state.ts';
import type { Breakpoint, Movement } from '#tools/debugger/trace/replay.ts';
import { shownPlace } from '#tools/debugger/trace/shownLine.ts';
import type { DebuggerContext } from './context.ts';
import {
  atBreakpoint,
  atPlace,
  atStep,
  CLOSED,
  closed,
  filesChanged,
  moved,
  opensAtSite,
  sourceEdited,
  sourceReplaced,
  withBreakpoint,
  withoutBreakpoint,
} from './transitions.ts';
import { createWork, type Work } from './work.ts';

export type DebuggerSession = ReturnType<typeof createDebuggerSession>;

export type DebuggerCommands = DebuggerSession['commands'];

type Update = (change: (state: DebuggerState) => DebuggerState) => void;

export function createDebuggerSession(context: DebuggerContext) {
  const store = createStore<DebuggerState>(() => CLOSED);
  const update: Update = (change) => store.setState(change, true);
  const work = createWork(context, store);
  const memory = createMemorySession(work.repeating);
  const compare = createCompareSession(work.repeating, store, (step) =>
    update((state) => atStep(state, step)),
  );
  const open = () => {
    update((state) => (state.isOpen ? state : { ...state, isOpen: true }));
    context.workspace.openTool('debugger');
    work.open();
  };
  const markEdited = () => update((state) => sourceEdited(state, context.workspace.project()));
  const unsubscribe = context.workspace.store.subscribe(({ opened, files }, before) => {
    if (opened.revision !== before.opened.revision) {
      work.abort();
      memory.end();
      update(sourceReplaced);
    } else if (files !== before.files) {
      update((state) => filesChanged(state, before.files, files));
      markEdited();
    }
  });
  return {
    store,
    ...{ memory, compare },
    commands: {
      ...picking(context, work, store, update, open),
      ...searching(context.workspace, work, open),
      ...stepping(context, store, update),
      ...listing(context, store.getState, update),
      computeExpression: work.compute,
      paintValue: () => context.paint(null),
      paintLine: (line: number) => context.paint(line),
      stop() {
        work.close();
        memory.end();
        update(closed);
        context.workspace.closeTool('debugger');
      },
    },
    /** See `ToolRequests`. */
    async findWriters(...asked: Parameters<typeof memory.findWriters>) {
      try {
        return await memory.findWriters(...asked);
      } finally {
        if (!store.getState().isOpen) work.rest();
      }
    },
    /** The editor calls this on every change of a file. */
    sourceEdited: markEdited,
    dispose() {
      unsubscribe();
      compare.dispose();
      memory.end();
      work.dispose();
    },
  };
}

function visiblePath({ workspace }: DebuggerContext): string {
  return pathOfVisibleFile(workspace.store.getState());
}

/** Where the cursor is, in the traced text of the file that is shown. */
function cursorPlace(context: DebuggerContext): Required<SourcePlace> | null {
  const line = context.cursorLine();
  return line === null ? null : { path: visiblePath(context), line };
}

function functionAt(
  { project }: Pick<DebuggerContext['workspace'], 'project'>,
  place: SourcePlace | null,
): string | null {
  const { text, files } = project();
  const file = files.find(({ path }) => path === place?.path);
  const found = functionLines(file?.text ?? text).find(
    ({ from, to }) => place !== null && from <= place.line && place.line <= to,
  );
  return found?.name ?? null;
}

/** At most one of these is on. */
const NO_PICKING = { isPicking: false, isPickingOther: false, isFollowing: false };

function picking(
  context: DebuggerContext,
  work: Work,
  { getState }: StoreApi<DebuggerState>,
  update: Update,
  open: () => void,
) {
  const { workspace, observers } = context;
  /** Debugs a thread of the given entry point if the run calls it, otherwise of another. */
  const debugThread = (entryPoint: string | null) => {
    open();
    workspace.pause();
    return work.traceAny(entryPoint);
  };
  /** Traces a vertex of a fragment's primitive, by its place in the primitive. */
  const traceVertex = ({ vertex, vertices, instance }: PixelFragment, corner: number) => {
    const number = vertices[corner];
    if (vertex === null || number === undefined) return;
    void work.trace({ entryPoint: vertex, thread: [number, instance, 0], pixel: null });
  };
  return {
    /** Shows the tab, where the user can choose a thread. */
    open,
    togglePicking() {
      open();
      update((state) => ({ ...state, ...NO_PICKING, isPicking: !state.isPicking }));
    },
    toggleFollowing() {
      open();
      update((state) => ({ ...state, ...NO_PICKING, isFollowing: !state.isFollowing }));
    },
    /** For the thread to compare with. */
    togglePickingOther: () =>
      update((state) => ({ ...state, ...NO_PICKING, isPickingOther: !state.isPickingOther })),
    /** @param pixel texel from the bottom left */
    pickPixel(pixel: readonly [x: number, y: number]) {
      open();
      workspace.pause();
      update((state) => ({ ...state, isPicking: false, isPickingOther: false }));
      void work.tracePixel(pixel);
    },
    /** Traces a thread of this entry point, or of the one that contains the cursor. */
    debugThread(entryPoint?: string) {
      open();
      void debugThread(entryPoint ?? functionAt(workspace, cursorPlace(context)));
    },
    /**
     * Goes to the first step on a line, of the file that is shown by default. Uses the current trace, unless there is none or it is
     * dated: then traces a thread first.
     */
    async debugLine(line: number, path = visiblePath(context)) {
      const place = { path, line };
      const { shown } = getState();
      if (!shown || shown.isDated) await debugThread(functionAt(workspace, place));
      else open();
      update((state) => atPlace(state, place));
    },
    followPixel: work.followPixel,
    /** Traces another fragment of the pixel that is traced. */
    traceFragment({ entryPoint, thread }: PixelFragment) {
      const pixel = getState().shown?.target.pixel ?? null;
      void work.trace({ entryPoint, thread, pixel });
    },
    traceVertex,
    /** Goes to the end of the function; from there, out of a fragment into its first vertex. */
    out() {
      const { shown } = getState();
      const fragment = shown && shown.step === shown.replay.last && fragmentOf(shown);
      if (fragment && fragment.vertices.length > 0) traceVertex(fragment, 0);
      else update((state) => moved(state, { kind: 'out' }));
    },
    /** @param site where the trace opens; at its last step if omitted */
    traceThread(entryPoint: string, thread: Thread, site: number | null = null) {
      open();
      workspace.pause();
      const opens = (state: DebuggerState) => opensAtSite(state, site);
      void work.trace({ entryPoint, thread, pixel: null }, opens);
    },
    /** Traces a thread where it stores something in a frame. */
    traceWriter({ entryPoint, thread, site }: Writer, frame: number) {
      open();
      const target = { entryPoint, thread, pixel: null };
      const opens = (state: DebuggerState) => opensAtSite(state, site);
      const isNow = observers.newest()?.inputs.frame === frame;
      if (isNow) void work.trace(target, opens);
      else void work.traceInFrame(frame, target, opens);
    },
    nextFrame: () => void work.nextFrame(),
  };
}

/** What looks at all threads. */
function searching({ pause }: DebuggerContext['workspace'], work: Work, open: () => void) {
  return {
    search(kind: AllThreadsSearch) {
      open();
      pause();
      void work.search(kind);
    },
    /** Also removes the heat map. */
    clearSearch: work.clearSearch,
    countHits() {
      open();
      pause();
      void work.countHits();
    },
    /** Traces the first thread that came to a breakpoint, and goes there. */
    openHit(breakpoint: Breakpoint, { entryPoint, thread }: CountedThreads) {
      const opens = (state: DebuggerState) => atBreakpoint(state, breakpoint);
      void work.trace({ entryPoint, thread, pixel: null }, opens);
    },
    openFinding({ entryPoint, thread, site }: Finding) {
      const opens = (state: DebuggerState) => opensAtSite(state, site);
      void work.trace({ entryPoint, thread, pixel: null }, opens);
    },
  };
}

function stepping(context: DebuggerContext, { getState }: StoreApi<DebuggerState>, update: Update) {
  const move = (movement: Movement) => update((state) => moved(state, movement));
  return {
    goTo: (step: number) => update((state) => atStep(state, step)),
    forward: () => move({ kind: 'forward' }),
    back: () => move({ kind: 'back' }),
    over: () => move({ kind: 'over' }),
    overBack: () => move({ kind: 'over-back' }),
    first: () => move({ kind: 'first' }),
    last: () => move({ kind: 'last' }),
    runToCursor() {
      const { shown } = getState();
      const place = cursorPlace(context);
      const line = shown && place && lineOf(shown.replay.trace.program, place);
      if (line !== null) move({ kind: 'to-line', line });
    },
    continue: () => move({ kind: 'continue', breakpoints: getState().breakpoints }),
    continueBack: () => move({ kind: 'continue-back', breakpoints: getState().breakpoints }),
    nextNonFinite: () => move({ kind: 'next-non-finite' }),
    /** Scrolls to the current line, and shows the source on a small screen. */
    showInSource() {
      const { shown } = getState();
      const place = shown && shownPlace(shown);
      if (!place) return;
      const { path, line } = place;
      context.workspace.reveal({ line, column: 1, length: 0 }, `/${path}`);
    },
    selectStackFrame: (stackFrame: number) =>
      update((state) =>
        state.shown ? { ...state, shown: { ...state.shown, stackFrame } } : state,
      ),
  };
}

function listing(context: DebuggerContext, getState: () => DebuggerState, update: Update) {
  return {
    /** @param line of the file that is shown */
    toggleBreakpoint(line: number) {
      const place = { path: visiblePath(context), line };
      const isSet = getState().breakpoints.some((each) => isSamePlace(each, place));
      update((state) =>
        isSet
          ? withoutBreakpoint(state, place)
          : withBreakpoint(state, { ...place, condition: null }),
      );
    },
    setBreakpoint: (breakpoint: Breakpoint) => update((state) => withBreakpoint(state, breakpoint)),
    removeBreakpoint: (place: SourcePlace) => update((state) => withoutBreakpoint(state, place)),
    addWatch: (watch: string) =>
      update((state) => ({ ...state, watches: [...new Set([...state.watches, watch])] })),
    removeWatch: (watch: string) =>
      update((state) => ({ ...state, watches: state.watches.filter((each) => each !== watch) })),
    setLimit: (limit: number) => update((state) => ({ ...state, limit })),
  };
}
