import { createLanguageClient, startLanguageWorker } from '#engine/language/languageClient.ts';
import { choose, chosen } from '#engine/storage/settings.ts';
import { smallScreen } from '#pages/playground/browser/smallScreen.ts';
import type { LanguageServerState, LanguageService } from '#ui/editor/languageService.ts';
import { whenIdle } from '#ui/whenIdle.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { afterFirstAnswer, afterFirstRun, type PageStart } from './firstRun.ts';
import { holdWhileCompiling } from './holdWhileCompiling.ts';

/** Milliseconds after which a page that never becomes idle counts as idle. */
const IDLE_TIMEOUT = 5000;

/**
 * The page's language server. It starts after the first run and the first compile result, or their
 * failure, so that it does not compete with them: then as soon as the page is idle or the editor is
 * used. On small screens, it starts only if the user has requested it before.
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
