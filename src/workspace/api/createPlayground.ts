import type { Workspace } from '#workspace/workspace.ts';
import { WATCHES, type Watch } from './events.ts';
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
