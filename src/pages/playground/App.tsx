import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import type { LanguageService } from '#ui/editor/languageService.ts';
import type { ExportTools } from '#tools/export/export.ts';
import type { HistoryLibrary } from '#engine/storage/history/library.ts';
import { Part } from '#ui/faults/Part.tsx';
import type { Notice } from '#ui/Tooltip.tsx';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './App.module.css';
import type { SiteUpdates } from './browser/siteUpdates.ts';
import { useDocumentTitle } from './browser/useDocumentTitle.ts';
import { useLeaveGuard } from './browser/useLeaveGuard.ts';
import { useSmallScreen } from './browser/useSmallScreen.ts';
import type { CommandContext } from './commands/context.ts';
import { LazyPalette } from './commands/LazyPalette.tsx';
import { faults } from './faults/faults.ts';
import { Layout } from './layout/Layout.tsx';
import { lazyPanel } from './layout/lazyPanel.tsx';
import { SkipLinks, type SkipTarget } from './layout/SkipLinks.tsx';
import type { SmallScreenView } from './layout/smallScreenView.ts';
import { useSmallScreenView } from './layout/useSmallScreenView.ts';
import { Navbar } from './navbar/Navbar.tsx';
import { Announcer } from './notices/Announcer.tsx';
import { HeldRunStrip } from './notices/HeldRunStrip.tsx';
import { LoadingStrip } from './notices/LoadingStrip.tsx';
import { OpeningStrip } from './notices/OpeningStrip.tsx';
import { ShaderFilesStrip } from './notices/ShaderFilesStrip.tsx';
import { SourceNotices } from './notices/SourceNotices.tsx';
import { UpdateNotice } from './notices/UpdateNotice.tsx';
import { pageActions } from './pageActions.ts';
import { interfaceGate } from './start/gates.ts';
import { DiskNotices } from './tools/DiskParts.tsx';
import type { DebuggerTool } from './tools/debuggerTool.ts';
import type { DiskTool } from './tools/diskTool.ts';
import { ConvertNotices } from './tools/LaterPlaces.tsx';
import type { LaterTool } from './tools/laterTool.ts';
import type { ProjectTool } from './tools/projectTool.ts';
import type { ResourcesTool } from './tools/resourcesTool.ts';
import { useShortcuts } from './useShortcuts.ts';

const FileDrops = lazyPanel(
  'The part that takes dropped files',
  async () => (await interfaceGate.behind(() => import('./tools/FileDrops.tsx'))).FileDrops,
);

const FaultNotice = lazyPanel(
  'The notice about errors',
  async () => (await import('./faults/FaultNotice.tsx')).FaultNotice,
);

/** The element that a skip link focuses in each view. */
const FIRST_STOP: Readonly<Record<SkipTarget, string>> = {
  source: '[aria-label="Shader source"]',
  results: '[role="tab"][aria-selected="true"]',
};

export interface AppProps {
  readonly workspace: Workspace;
  readonly language: Promise<LanguageService>;
  readonly canvas: HTMLCanvasElement;
  readonly history: HistoryLibrary;
  readonly updates: SiteUpdates;
  readonly debuggerTool: DebuggerTool;
  readonly resourcesTool: ResourcesTool;
  readonly laterTool: LaterTool;
  readonly projectTool: ProjectTool;
  readonly diskTool: DiskTool;
  readonly exportTools: ExportTools;
  /** Called once the interface is in the document. */
  readonly onThere: () => void;
}

export function App({ workspace, history, updates, onThere, exportTools, ...shown }: AppProps) {
  useLayoutEffect(onThere, [onThere]);
  const hasFaults = useStore(faults, (found) => found.length > 0);
  const smallScreen = useSmallScreen();
  const [view, setView] = useSmallScreenView(workspace);
  const revealed = useStore(workspace.store, (state) => state.revealed);
  useEffect(() => {
    if (revealed) setView('source');
  }, [revealed, setView]);
  const showSource = useCallback(() => setView('source'), [setView]);
  const page = pageActions(workspace, setView);
  const { run, compile, openDemo } = page;
  const toggleLive = () => workspace.setLive(!workspace.store.getState().live);
  const [saveNotice, setSaveNotice] = useState<Notice | null>(null);
  const saveVersion = async () => {
    const saving = workspace.saveVersion();
    // It says itself what it has saved there.
    const isOnDisk = await shown.diskTool.saveThere();
    const saved = await saving;
    if (!saved.ok) setSaveNotice({ text: saved.error });
    else if (!isOnDisk) setSaveNotice({ text: 'Saved to the history.' });
  };
  const [palette, setPalette] = useState<CommandContext | null>(null);
  const actions = {
    run,
    compile,
    toggleLive,
    saveVersion: () => void saveVersion(),
    newFile: () => {
      setView('source');
      void shown.projectTool.load().then((project) => project?.session.files.create());
    },
    toggleCommands() {
      const { debuggerTool, projectTool } = shown;
      const showView = (next: SmallScreenView) => flushSync(() => setView(next));
      const context = { workspace, debuggerTool, projectTool, actions, openDemo, showView };
      setPalette((open) => (open ? null : context));
    },
  };
  useShortcuts(actions);
  useDocumentTitle(workspace);
  useLeaveGuard(workspace.losesTextByLeaving);
  const skipTo = (target: SkipTarget) => {
    flushSync(() => setView(target));
    focusOnceThere(FIRST_STOP[target]);
  };

  return (
    <div className={styles['app']}>
      <Part name="The skip links">
        <SkipLinks onSkip={skipTo} />
      </Part>
      <Part name="The toolbar">
        <Navbar
          workspace={workspace}
          onRun={run}
          onCompile={compile}
          smallScreenView={smallScreen ? view : null}
          onToggleView={() => setView(view === 'source' ? 'results' : 'source')}
          onOpenDemo={openDemo}
          onOpenExample={page.openExample}
          onOpenStarter={page.openStarter}
          diskTool={shown.diskTool}
          exportTools={exportTools}
          history={history}
          onRestore={page.restore}
          saveNotice={saveNotice}
          onSaveNoticeOver={() => setSaveNotice(null)}
        />
      </Part>
      <Part name="The progress of loading">
        <LoadingStrip workspace={workspace} />
        <OpeningStrip workspace={workspace} />
        <ShaderFilesStrip workspace={workspace} />
      </Part>
      <Part name="The question about this run">
        <HeldRunStrip workspace={workspace} />
      </Part>
      <main className={styles['main']}>
        <Layout {...shown} workspace={workspace} smallScreenView={smallScreen ? view : null} />
      </main>
      <SourceNotices workspace={workspace}>
        <Part name="“Open and save”">
          <DiskNotices tool={shown.diskTool} />
        </Part>
        <Part name="The converter">
          <ConvertNotices tool={shown.laterTool} />
        </Part>
        {hasFaults && (
          <Part name="The notice about errors">
            <FaultNotice />
          </Part>
        )}
      </SourceNotices>
      <Part name="The announcer">
        <Announcer workspace={workspace} />
      </Part>
      <Part name="The notice about updates">
        <UpdateNotice updates={updates} />
      </Part>
      <Part name="The part that takes dropped files">
        <FileDrops tool={shown.projectTool} onUse={showSource} />
      </Part>
      <LazyPalette context={palette} onClose={() => setPalette(null)} />
    </div>
  );
}

/**
 * Focuses the element, or waits for it to load. Gives up if the user focuses something else first.
 */
function focusOnceThere(selector: string): void {
  const focus = () => {
    const found = document.querySelector<HTMLElement>(selector);
    found?.focus();
    return found !== null;
  };
  if (focus()) return;
  const arrivals = new MutationObserver(() => {
    if (focus()) arrivals.disconnect();
  });
  arrivals.observe(document.body, { childList: true, subtree: true });
  addEventListener('focusin', () => arrivals.disconnect(), { once: true });
}
