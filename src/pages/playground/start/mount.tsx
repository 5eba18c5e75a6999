import { StrictMode, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { createStore } from 'zustand/vanilla';
import type { CompileRequest } from '#core/output/compileResult.ts';
import type { FrameObservers } from '#engine/gpu/frameObserver.ts';
import type { LoadContents } from '#engine/gpu/replay/loadContents.ts';
import type { HistoryLibrary } from '#engine/storage/history/library.ts';
import { App } from '#pages/playground/App.tsx';
import { keepSite } from '#pages/playground/browser/keepSite.ts';
import { mainCommands } from '#pages/playground/commands/mainCommands.ts';
import { SourceText } from '#pages/playground/faults/SourceText.tsx';
import { createShownView, type SmallScreenView } from '#pages/playground/layout/smallScreenView.ts';
import { Part } from '#ui/faults/Part.tsx';
import type { Workspace } from '#workspace/workspace.ts';
import { loadLanguage } from './laterLanguage.ts';
import { browserLinks } from './links.ts';
import type { PageStart } from './pageStart.ts';
import type { BrowserServices } from './services.ts';
import { noteFailure, startOver } from './startRecord.ts';
import { createToolHost } from './toolHost.ts';

export interface MountOptions {
  readonly workspace: Workspace;
  readonly canvas: HTMLCanvasElement;
  readonly history: HistoryLibrary;
  /** The compiler's compiled binary, which the language server shares. */
  readonly compilerModule: Promise<WebAssembly.Module>;
  readonly start: PageStart;
  readonly observers: FrameObservers;
  readonly loadContents: LoadContents;
  readonly compiler: BrowserServices['compilerClient'];
  /** Called once the interface is in the document. */
  readonly onThere: () => void;
}

/** Shows the interface. It is made in small steps, between which frames are drawn. */
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
