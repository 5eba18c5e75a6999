import type { FrameStats } from '#core/plan/runControls.ts';
import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import { diagnosticsText } from '#workspace/messages.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { apiDiagnostics, apiStateOf, runOf } from './apiState.ts';
import { METHODS, type MethodContext, type PlaygroundContext } from './methods.ts';
import {
  type ApiEventName,
  type ApiEvents,
  checkListener,
  type Playground,
  playgroundOf,
} from './playgroundApi.ts';

/** The page's API, for the page's own scripts and for messages to an embed. */
export function createPlayground(page: PlaygroundContext): Playground {
  const context: MethodContext = { ...page, inTurn: inTurns() };
  return playgroundOf(
    (method, params) => Reflect.apply(METHODS[method].run, METHODS, [context, ...params]),
    (name, listener) => listenTo(page.workspace, name, listener),
  );
}

function listenTo<Name extends ApiEventName>(
  workspace: Workspace,
  name: Name,
  listener: (event: ApiEvents[Name]) => void,
): () => void {
  checkListener(name, listener);
  const watch: Watch<Name> = WATCHES[name];
  return watch(workspace, (event) => {
    try {
      listener(event);
    } catch (thrown) {
      // A listener's error does not stop the page; the console shows it.
      reportError(thrown);
    }
  });
}

function inTurns(): MethodContext['inTurn'] {
  let last: Promise<unknown> = Promise.resolve();
  return <Value>(work: () => Promise<Value>): Promise<Value> => {
    const next = last.then(work, work);
    last = next;
    return next;
  };
}

type Watched = Pick<Workspace, 'store' | 'onFrame' | 'onTextChange' | 'sourceText'>;

type Tell<Name extends ApiEventName> = (event: ApiEvents[Name]) => void;

/** Minimum time between `frame` events (ms): a little less than a frame at 60 Hz. */
const FRAME_INTERVAL = 15;
/** How long the text must stay unchanged before a `source` event (ms). */
const EDIT_REST = 100;

type Watch<Name extends ApiEventName> = (workspace: Watched, tell: Tell<Name>) => Dispose;

const WATCHES: { readonly [Name in ApiEventName]: Watch<Name> } = {
  ready: watchReady,
  frame: watchFrames,
  error: watchErrors,
  diagnostics: watchDiagnostics,
  source: watchSource,
};

/** Reports once; immediately if the page is ready already. */
function watchReady(workspace: Watched, tell: Tell<'ready'>): Dispose {
  const { store } = workspace;
  const watching = createDisposer();
  const look = () => {
    if (!isReady(store.getState())) return;
    watching.dispose();
    tell(apiStateOf(workspace));
  };
  watching.add(followCalmly(store, look));
  return watching.dispose;
}

/** Whether a source is open and the outcome of its compile and launch is known. */
function isReady({ opened, compilation, run }: WorkspaceState): boolean {
  return opened.revision > 0 && compilation.kind === 'done' && run.kind !== 'starting';
}

function watchFrames({ onFrame }: Watched, tell: Tell<'frame'>): Dispose {
  let toldAt = Number.NEGATIVE_INFINITY;
  let isWatching = false;
  const stop = onFrame((stats: FrameStats | null) => {
    const now = performance.now();
    // `onFrame` also reports a frame that was drawn before listening began.
    if (!isWatching || !stats || now - toldAt < FRAME_INTERVAL) return;
    toldAt = now;
    tell({ frame: stats.frame, time: stats.time });
  });
  isWatching = true;
  return stop;
}

function watchErrors({ store }: Watched, tell: Tell<'error'>): Dispose {
  let told = failureOf(store.getState());
  return followCalmly(store, (state) => {
    const failure = failureOf(state);
    const isNew = failure !== null && (failure.of !== told?.of || failure.text !== told.text);
    // During a compile, the previous failure still counts as reported.
    if (state.compilation.kind !== 'compiling') told = failure;
    if (isNew) tell({ message: failure.text });
  });
}

/**
 * The current failure, or null. `of` differs for each compile, so that the same text is reported
 * again.
 */
function failureOf(state: WorkspaceState): { readonly of: object; readonly text: string } | null {
  const { compilation } = state;
  if (compilation.kind !== 'done' || state.run.kind === 'starting') return null;
  if (compilation.succeeded && runOf(state) !== 'failed') return null;
  return { of: compilation, text: diagnosticsText(state) };
}

function watchDiagnostics({ store }: Watched, tell: Tell<'diagnostics'>): Dispose {
  let told = store.getState().diagnostics;
  return followCalmly(store, ({ diagnostics, compilation }) => {
    if (diagnostics === told || compilation.kind === 'compiling') return;
    const isStillNone = diagnostics.length + told.length === 0;
    told = diagnostics;
    if (!isStillNone) tell({ diagnostics: apiDiagnostics(diagnostics) });
  });
}

function watchSource({ onTextChange, sourceText }: Watched, tell: Tell<'source'>): Dispose {
  let told = sourceText();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    const source = sourceText();
    if (source === told) return;
    told = source;
    tell({ source });
  };
  const remove = onTextChange(() => {
    clearTimeout(timer);
    timer = setTimeout(look, EDIT_REST);
  });
  return () => {
    clearTimeout(timer);
    remove();
  };
}

/** Calls `look` once soon, and then once after each batch of changes. */
function followCalmly(
  { getState, subscribe }: Workspace['store'],
  look: (state: WorkspaceState) => void,
): Dispose {
  const following = createDisposer();
  let isDue = false;
  const plan = () => {
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      if (!following.disposed) look(getState());
    });
  };
  following.add(subscribe(plan));
  plan();
  return following.dispose;
}
