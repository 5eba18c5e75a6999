import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App, type AppProps } from '#pages/playground/App.tsx';
import { keepSite } from '#pages/playground/browser/keepSite.ts';
import { SourceText } from '#pages/playground/faults/SourceText.tsx';
import { createDebuggerTool } from '#pages/playground/tools/debuggerTool.ts';
import { createDiskTool } from '#pages/playground/tools/diskTool.ts';
import { createLaterTool } from '#pages/playground/tools/laterTool.ts';
import { createProjectTool } from '#pages/playground/tools/projectTool.ts';
import { createResourcesTool } from '#pages/playground/tools/resourcesTool.ts';
import type { FrameObservers } from '#engine/gpu/frameObserver.ts';
import type { LoadContents } from '#engine/gpu/replay/loadContents.ts';
import type { CompileRequest } from '#core/output/compileResult.ts';
import { Part } from '#ui/faults/Part.tsx';
import { loadLanguage } from './laterLanguage.ts';
import { browserLinks } from './links.ts';
import type { PageStart } from './pageStart.ts';
import type { BrowserServices } from './services.ts';
import { noteFailure, startOver } from './startRecord.ts';

export interface MountOptions
  extends Omit<
    AppProps,
    | 'language'
    | 'updates'
    | 'debuggerTool'
    | 'resourcesTool'
    | 'laterTool'
    | 'projectTool'
    | 'diskTool'
    | 'exportTools'
  > {
  /** The compiler's compiled binary, which the language server shares. */
  readonly compilerModule: Promise<WebAssembly.Module>;
  readonly start: PageStart;
  readonly observers: FrameObservers;
  readonly loadContents: LoadContents;
  readonly compiler: BrowserServices['compilerClient'];
}

/** Shows the interface. It is made in small steps, between which frames are drawn. */
export function mount({
  compilerModule,
  start,
  observers,
  compiler,
  loadContents,
  ...options
}: MountOptions): void {
  const { workspace } = options;
  const compile = async (request: CompileRequest, signal: AbortSignal) =>
    (await compiler()?.compile(request, 'tool', signal)) ?? null;
  const debuggerTool = createDebuggerTool({ workspace, observers, compile });
  const diskTool = createDiskTool(workspace);
  const projectTool = createProjectTool({
    workspace,
    openDropped: (items) => diskTool.use((disk) => disk.openDropped(items)),
    openCarried: (file, found) => diskTool.use((disk) => disk.openCarried(file, found)),
  });
  const props = {
    ...options,
    language: loadLanguage(compilerModule, workspace, start),
    updates: keepSite(workspace, start),
    debuggerTool,
    projectTool,
    diskTool,
    exportTools: { workspace, compile },
    laterTool: createLaterTool({
      ...{ workspace, observers, compiler, compile, loadContents, compilerModule, projectTool },
      links: browserLinks,
    }),
    resourcesTool: createResourcesTool({
      ...{ workspace, observers, compile },
      debugThread: (entryPoint, thread) =>
        void debuggerTool
          .load()
          .then((loaded) => loaded?.session.commands.traceThread(entryPoint, thread)),
    }),
  };
  const root = document.getElementById('app');
  if (!root) throw new Error('index.html has no element #app.');
  const onBroken = (thrown: unknown) => {
    noteFailure(thrown);
    // Saves the draft.
    workspace.losesTextByLeaving();
    options.onThere();
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
