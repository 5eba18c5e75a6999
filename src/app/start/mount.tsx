import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App, type AppProps } from '#app/App.tsx';
import { keepSite } from '#app/browser/keepSite.ts';
import { createCodeTool } from '#app/tools/codeTool.ts';
import { createDebuggerTool } from '#app/tools/debuggerTool.ts';
import { createDiskTool } from '#app/tools/diskTool.ts';
import { createProjectTool } from '#app/tools/projectTool.ts';
import { createResourcesTool } from '#app/tools/resourcesTool.ts';
import { createTimeTool } from '#app/tools/timeTool.ts';
import type { FrameObservers } from '#gpu/frameObserver.ts';
import type { LoadContents } from '#gpu/replay/loadContents.ts';
import { loadLanguage } from './laterLanguage.ts';
import { browserLinks } from './links.ts';
import type { PageStart } from './pageStart.ts';
import type { BrowserServices } from './services.ts';

export interface MountOptions
  extends Omit<
    AppProps,
    | 'language'
    | 'updates'
    | 'debuggerTool'
    | 'resourcesTool'
    | 'timeTool'
    | 'projectTool'
    | 'codeTool'
    | 'diskTool'
  > {
  /** The compiler's compiled binary, which the language server shares. */
  readonly compilerModule: Promise<WebAssembly.Module>;
  readonly start: PageStart;
  readonly observers: FrameObservers;
  readonly loadContents: LoadContents;
  /** Compiles for tools. */
  readonly compile: BrowserServices['compileForTool'];
  readonly compileForView: BrowserServices['compileForView'];
}

/** Shows the interface. It is made in small steps, between which frames are drawn. */
export function mount({
  compilerModule,
  start,
  observers,
  compile,
  compileForView,
  loadContents,
  ...options
}: MountOptions): void {
  const { workspace } = options;
  const debuggerTool = createDebuggerTool({ workspace, observers, compile });
  const diskTool = createDiskTool(workspace);
  const props = {
    ...options,
    language: loadLanguage(compilerModule, workspace, start),
    updates: keepSite(workspace, start),
    debuggerTool,
    codeTool: createCodeTool({ workspace, compileForView }),
    projectTool: createProjectTool({
      workspace,
      openDropped: (items) => diskTool.use((disk) => disk.openDropped(items)),
    }),
    diskTool,
    timeTool: createTimeTool({
      ...{ workspace, observers, compile, loadContents },
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
  startTransition(() => {
    createRoot(root).render(
      <StrictMode>
        <App {...props} />
      </StrictMode>,
    );
  });
}
