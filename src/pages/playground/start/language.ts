import { createLanguageClient } from '#engine/language/client/languageClient.ts';
import { startLanguageWorker } from '#engine/language/client/transport.ts';
import { choose, chosen } from '#engine/storage/choices.ts';
import { smallScreen } from '#pages/playground/browser/smallScreen.ts';
import type { LanguageServerState, LanguageService } from '#ui/editor/languageService.ts';
import { whenIdle } from '#ui/whenIdle.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { afterFirstAnswer, afterFirstRun } from './firstRun.ts';
import { holdWhileCompiling } from './holdWhileCompiling.ts';
import type { PageStart } from './pageStart.ts';

/** Before a page that never becomes idle is taken for one, in milliseconds. */
const IDLE_TIMEOUT = 5000;

/**
 * The page's language server. It starts after the first run has shown something or failed to, and
 * the compiler has given its first answer or failed to, with which it would compete: as soon as the
 * page is idle or the editor is used; on small screens only if it was asked for once.
 */
export function createBrowserLanguage(
  module: Promise<WebAssembly.Module>,
  workspace: Workspace,
  start: PageStart,
): LanguageService {
  let state: LanguageServerState = { kind: 'off' };
  let startedAt = 0;
  const listeners = new Set<() => void>();
  const client = createLanguageClient({
    startLink: startLanguageWorker,
    module,
    onState(next) {
      state = next;
      if (next.kind === 'starting' || next.kind === 'restarting') startedAt = performance.now();
      if (next.kind === 'ready') {
        performance.measure('playground:language-server-start', { start: startedAt });
      }
      for (const listener of [...listeners]) listener();
    },
  });

  holdWhileCompiling(workspace, client.holdDiagnostics);

  let editorUsed = false;
  let pageStarted = false;
  const startUnlessUnwanted = () => {
    if (state.kind === 'off' && startsByItself()) client.start();
  };
  const beginWork = () => {
    pageStarted = true;
    if (editorUsed) startUnlessUnwanted();
    else whenIdle(startUnlessUnwanted, IDLE_TIMEOUT);
  };
  void afterFirstRun(workspace, start)
    .then(() => afterFirstAnswer(workspace, start))
    .then(beginWork);

  return {
    transport: client.transport,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    wanted() {
      editorUsed = true;
      if (pageStarted) startUnlessUnwanted();
    },
    start() {
      choose('codeAssistance', 'on');
      client.start();
    },
  };
}

function startsByItself(): boolean {
  const setting = chosen('codeAssistance');
  return setting === 'on' || (setting !== 'off' && !smallScreen.matches);
}
