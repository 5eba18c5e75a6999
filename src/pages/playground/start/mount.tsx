import { StrictMode, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CompileRequest } from '#core/output/compileResult.ts';
import { messageOf } from '#core/util/errors.ts';
import type { FrameObservers } from '#engine/gpu/frameObserver.ts';
import type { LoadContents } from '#engine/gpu/replay/firstContents.ts';
import type { HistoryLibrary } from '#engine/storage/history/library.ts';
import { App } from '#pages/playground/App.tsx';
import { createSiteUpdates, type SiteUpdates } from '#pages/playground/browser/siteUpdates.ts';
import { createShownView, type SmallScreenView } from '#pages/playground/layout/smallScreenView.ts';
import { mainCommands } from '#pages/playground/mainCommands.ts';
import type { LanguageService } from '#ui/editor/languageService.ts';
import { Part } from '#ui/faults/Part.tsx';
import type { MountedTool, ToolContext, ToolRequests } from '#ui/tools/tool.ts';
import { whenIdle } from '#ui/whenIdle.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { afterFirstRun, type PageStart, untilQuiet } from './firstRun.ts';
import { interfaceGate } from './gates.ts';
import { browserLinks } from './links.ts';
import { SourceText } from './SourceText.tsx';
import type { BrowserServices } from './services.ts';
import { noteFailure, startOver } from './startRecord.ts';

export interface MountOptions {
  readonly workspace: Workspace;
  readonly canvas: HTMLCanvasElement;
  readonly history: HistoryLibrary;
  /** The compiled WebAssembly module of the compiler, which the language server shares. */
  readonly compilerModule: Promise<WebAssembly.Module>;
  readonly start: PageStart;
  readonly observers: FrameObservers;
  readonly loadContents: LoadContents;
  readonly compiler: BrowserServices['compilerClient'];
  /** Called once the interface is in the document. */
  readonly onThere: () => void;
}

/** Shows the interface. React renders it in small steps, so that frames are drawn in between. */
export function mount({ start, onThere, ...page }: MountOptions): void {
  const { workspace, canvas, compiler, compilerModule } = page;
  const shownView = createShownView(workspace);
  const context = {
    workspace,
    showView: (view: SmallScreenView) => flushSync(() => shownView.show(view)),
    palette: createStore(() => false),
  };
  const toolContext = {
    ...page,
    links: browserLinks,
    showView: context.showView,
    commands: () => [
      ...Object.values(mainCommands(context)),
      ...tools.getState().flatMap((tool) => tool.commands()),
    ],
    compile: async (request: CompileRequest, signal: AbortSignal) =>
      (await compiler()?.compile(request, 'tool', signal)) ?? null,
  };
  const tools = createToolHost(toolContext, start);
  const props = {
    ...{ context, canvas, shownView, tools, onThere },
    language: loadLanguage(compilerModule, workspace, start),
    updates: keepSite(workspace, start),
  };
  const root = document.getElementById('app');
  if (!root) throw new Error('index.html has no element #app.');
  const onBroken = (thrown: unknown) => {
    noteFailure(thrown);
    // Saves the draft.
    workspace.losesTextByLeaving();
    onThere();
  };
  startTransition(() => {
    createRoot(root).render(
      <StrictMode>
        <Part
          name="Slang Playground"
          onBroken={onBroken}
          instead={<SourceText workspace={workspace} startOver={startOver} />}
        >
          <App {...props} />
        </Part>
      </StrictMode>,
    );
  });
}

/** Loads the page's language service after the interface, parallel to the editor. Never rejects. */
async function loadLanguage(
  module: Promise<WebAssembly.Module>,
  workspace: Workspace,
  start: PageStart,
): Promise<LanguageService> {
  try {
    const { createBrowserLanguage } = await interfaceGate.behind(() => import('./language.ts'));
    return createBrowserLanguage(module, workspace, start);
  } catch (thrown) {
    return missingLanguage(`A part of the page could not be loaded: ${messageOf(thrown)}`);
  }
}

/** The editor works without the language service. */
function missingLanguage(reason: string): LanguageService {
  return {
    transport: { send: () => {}, subscribe: () => {}, unsubscribe: () => {} },
    state: () => ({ kind: 'failed', reason }),
    subscribe: () => () => {},
    wanted: () => {},
    start: () => location.reload(),
  };
}

/** How long a tool waits for the page to become idle before it starts, in milliseconds. */
const IDLE_TIMEOUT = 300;

/** Creates the page's tools. Their list loads once the interface is in the document. */
function createToolHost(
  page: Omit<ToolContext, 'requests'>,
  start: PageStart,
): StoreApi<readonly MountedTool[]> {
  const store = createStore<readonly MountedTool[]>(() => []);
  void interfaceGate.behind(async () => {
    const { TOOLS } = await import('#pages/playground/tools.ts');
    const requests: Partial<ToolRequests> = {};
    const context = { ...page, requests };
    const tools = TOOLS.map((tool) => tool.mount(context));
    for (const tool of tools) Object.assign(requests, tool.requests);
    store.setState(tools, true);
    const { offerPlayground } = await import('#workspace/api/offerPlayground.ts');
    offerPlayground(page);
    await startEach(tools.map((tool) => tool.start));
    await untilQuiet(page.workspace, start);
    await startEach(tools.map((tool) => tool.whenQuiet));
  });
  return store;
}

/** Starts tools one at a time, so that the page can respond in between. */
async function startEach(starts: readonly ((() => void) | null)[]): Promise<void> {
  for (const start of starts) {
    if (!start) continue;
    await new Promise<void>((resolve) => whenIdle(resolve, IDLE_TIMEOUT));
    start();
  }
}

/** How long to wait after the first picture and the first compile result, in milliseconds. */
const SETTLING_TIME = 5000;

/** Stores the site for offline visits once the page has started, but not in development. */
function keepSite(workspace: Workspace, start: PageStart): SiteUpdates {
  const updates = createSiteUpdates({
    register: async () =>
      (await import('#pages/playground/browser/registerSite.ts')).registerAtRest(workspace),
    reloadPage: () => location.reload(),
  });
  if (import.meta.env.PROD) {
    void afterFirstRun(workspace, start)
      .then(() => start.compilerAnswered)
      .then(() => setTimeout(() => void updates.start(), SETTLING_TIME));
  }
  return updates;
}
