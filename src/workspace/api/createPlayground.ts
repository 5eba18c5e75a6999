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

/** The API of a page, as scripts of the page and messages to an embed use it. */
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
      // It is the listener's fault: the page goes on, and its console shows it.
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

/** Milliseconds between two `frame` events: a little less than a frame at 60 Hz. */
const FRAME_INTERVAL = 15;
/** Milliseconds that edits rest before they are told. */
const EDIT_REST = 100;

/** Watches for one event, as long as somebody listens. */
type Watch<Name extends ApiEventName> = (workspace: Watched, tell: Tell<Name>) => Dispose;

const WATCHES: { readonly [Name in ApiEventName]: Watch<Name> } = {
  ready: watchReady,
  frame: watchFrames,
  error: watchErrors,
  diagnostics: watchDiagnostics,
  source: watchSource,
};

/** Told once: at once if it is so already. */
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

/** Something is open, and it is known what came of it. */
function isReady({ opened, compilation, run }: WorkspaceState): boolean {
  return opened.revision > 0 && compilation.kind === 'done' && run.kind !== 'starting';
}

function watchFrames({ onFrame }: Watched, tell: Tell<'frame'>): Dispose {
  let toldAt = Number.NEGATIVE_INFINITY;
  let isWatching = false;
  const stop = onFrame((stats: FrameStats | null) => {
    const now = performance.now();
    // A frame that was drawn before anybody listened is no event.
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
    // While the next is being compiled, the failure before is not over.
    if (state.compilation.kind !== 'compiling') told = failure;
    if (isNew) tell({ message: failure.text });
  });
}

/** What has failed, so that the same text of another compile is told again; null if nothing has. */
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

/** Calls `look` now and once behind all changes that are made together. */
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
