import { useLayoutEffect } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { LanguageService } from '#ui/editor/languageService.ts';
import { faults } from '#ui/faults/faults.ts';
import { Part } from '#ui/faults/Part.tsx';
import { lazyDialog } from '#ui/tools/lazyDialog.tsx';
import { lazyPanel } from '#ui/tools/lazyPanel.tsx';
import { Slot, ToolFailures, ToolsContext } from '#ui/tools/Slot.tsx';
import type { MountedTool } from '#ui/tools/tool.ts';
import { useInTransition } from '#ui/useInTransition.ts';
import styles from './App.module.css';
import type { SiteUpdates } from './browser/siteUpdates.ts';
import { smallScreen } from './browser/smallScreen.ts';
import { useLeaveGuard } from './browser/useLeaveGuard.ts';
import { useMedia } from './browser/useMedia.ts';
import { type CommandContext, mainCommands } from './commands/mainCommands.ts';
import { Layout } from './layout/Layout.tsx';
import { SkipLinks, type SkipTarget } from './layout/SkipLinks.tsx';
import type { ShownView } from './layout/smallScreenView.ts';
import { Navbar } from './navbar/Navbar.tsx';
import { Announcer } from './notices/Announcer.tsx';
import { HeldRunStrip } from './notices/HeldRunStrip.tsx';
import { LoadingStrip } from './notices/LoadingStrip.tsx';
import { OpeningStrip } from './notices/OpeningStrip.tsx';
import { ShaderFilesStrip } from './notices/ShaderFilesStrip.tsx';
import { SourceNotices } from './notices/SourceNotices.tsx';
import { UpdateNotice } from './notices/UpdateNotice.tsx';
import { useShortcuts } from './useShortcuts.ts';

const FaultNotice = lazyPanel(
  'The notice about errors',
  async () => (await import('./faults/FaultNotice.tsx')).FaultNotice,
);

const CommandPalette = lazyDialog(
  'The command palette',
  async () => (await import('./commands/CommandPalette.tsx')).CommandPalette,
);

/** The element that a skip link focuses in each view. */
const FIRST_STOP: Readonly<Record<SkipTarget, string>> = {
  source: '[aria-label="Shader source"]',
  results: '[role="tab"][aria-selected="true"]',
};

export interface AppProps {
  readonly language: Promise<LanguageService>;
  readonly canvas: HTMLCanvasElement;
  readonly updates: SiteUpdates;
  readonly context: CommandContext;
  readonly shownView: ShownView;
  readonly tools: StoreApi<readonly MountedTool[]>;
  /** Called once the interface is in the document. */
  readonly onThere: () => void;
}

export function App(props: AppProps) {
  const { language, canvas, updates, shownView, context, onThere } = props;
  const { workspace, palette } = context;
  useLayoutEffect(onThere, [onThere]);
  const tools = useInTransition(props.tools);
  const hasFaults = useStore(faults, (found) => found.length > 0);
  const isSmall = useMedia(smallScreen);
  const view = useStore(shownView.store, (state) => state.view);
  const isPaletteOpen = useStore(palette);
  const closePalette = () => palette.setState(false, true);
  useShortcuts(() => [
    ...Object.values(mainCommands(context)),
    ...tools.flatMap((tool) => tool.commands()),
  ]);
  useLeaveGuard(workspace.losesTextByLeaving);
  const skipTo = (target: SkipTarget) => {
    context.showView(target);
    focusOnceThere(FIRST_STOP[target]);
  };

  return (
    <ToolsContext value={tools}>
      <div className={styles['app']}>
        <Part name="The skip links">
          <SkipLinks onSkip={skipTo} />
        </Part>
        <Part name="The toolbar">
          <Navbar context={context} isSmall={isSmall} />
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
          <Layout {...{ context, language, canvas }} smallScreenView={isSmall ? view : null} />
        </main>
        <Part name="The notice">
          <SourceNotices workspace={workspace} />
        </Part>
        <Slot name="notices" />
        <Slot name="dialogs" />
        <ToolFailures />
        {hasFaults && (
          <Part name="The notice about errors">
            <FaultNotice />
          </Part>
        )}
        <Part name="The announcer">
          <Announcer workspace={workspace} />
        </Part>
        <Part name="The notice about updates">
          <UpdateNotice updates={updates} />
        </Part>
        {isPaletteOpen && (
          <Part name="The command palette" onClose={closePalette}>
            <CommandPalette open onClose={closePalette} context={context} />
          </Part>
        )}
      </div>
    </ToolsContext>
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
