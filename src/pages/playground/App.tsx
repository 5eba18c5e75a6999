import { useEffect, useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { assertNever } from '#core/util/assertNever.ts';
import type { SiteUpdate, SiteUpdates } from '#pages/playground/browser/siteUpdates.ts';
import { smallScreen } from '#pages/playground/browser/smallScreen.ts';
import { useMedia } from '#pages/playground/browser/useMedia.ts';
import { Layout } from '#pages/playground/layout/Layout.tsx';
import { Navbar } from '#pages/playground/layout/Navbar.tsx';
import type { ShownView } from '#pages/playground/layout/smallScreenView.ts';
import {
  LoadingStrip,
  OpeningStrip,
  ShaderFilesStrip,
} from '#pages/playground/notices/LoadingStrips.tsx';
import { Button } from '#ui/Button.tsx';
import type { Command } from '#ui/commands.ts';
import type { LanguageService } from '#ui/editor/languageService.ts';
import { faults } from '#ui/faults/faults.ts';
import { Part } from '#ui/faults/Part.tsx';
import { Notice } from '#ui/Notice.tsx';
import { isMac } from '#ui/shortcuts.ts';
import { lazyDialog } from '#ui/tools/lazyDialog.tsx';
import { lazyPanel } from '#ui/tools/lazyPanel.tsx';
import { Slot, ToolFailures, ToolsContext } from '#ui/tools/Slot.tsx';
import type { MountedTool } from '#ui/tools/tool.ts';
import { useInTransition } from '#ui/useInTransition.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './App.module.css';
import { type CommandContext, mainCommands } from './mainCommands.ts';

const FaultNotice = lazyPanel(
  'The notice about errors',
  async () => (await import('#pages/playground/notices/PageNotices.tsx')).FaultNotice,
);

const CommandPalette = lazyDialog(
  'The command palette',
  async () => (await import('./CommandPalette.tsx')).CommandPalette,
);

/** The element that a skip link focuses in each view. */
const FIRST_STOP: Readonly<Record<SkipTarget, string>> = {
  source: '[aria-label="Shader source"]',
  results: '[role="tab"][aria-selected="true"]',
};

interface AppProps {
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
 * Focuses the element, waiting for it to load if necessary. Stops waiting if the user focuses
 * something else.
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

/** Makes the browser ask before the user leaves the page with unsaved work. */
function useLeaveGuard(hasSomethingToLose: () => boolean): void {
  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (hasSomethingToLose()) event.preventDefault();
    };
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => window.removeEventListener('beforeunload', onBeforeUnload);
  }, [hasSomethingToLose]);
}

const HeldRunQuestion = lazyPanel(
  'The question about this run',
  async () => (await import('#pages/playground/notices/PageNotices.tsx')).HeldRunQuestion,
);

function HeldRunStrip({ workspace }: { readonly workspace: Workspace }) {
  const held = useStore(workspace.store, (state) => state.held);
  if (!held) return null;
  return <HeldRunQuestion workspace={workspace} held={held} />;
}

const SourceNotice = lazyPanel(
  'The notice',
  async () => (await import('#pages/playground/notices/PageNotices.tsx')).SourceNotice,
);

/** Notices about the source, such as where replaced text went. */
function SourceNotices({ workspace }: { readonly workspace: Workspace }) {
  const due = useStore(workspace.store, (state) => state.notices);
  return due.map((notice) => (
    <SourceNotice key={notice.kind} notice={notice} workspace={workspace} />
  ));
}

/** Offers to reload the page when the site has a newer version. */
function UpdateNotice({ updates }: { readonly updates: SiteUpdates }) {
  const text = describe(useSyncExternalStore(updates.subscribe, updates.state));
  if (text === null) return null;
  return (
    <Notice id="update" kind="question" texts={[text]}>
      <Button kind="primary" onClick={updates.reload}>
        Reload
      </Button>
      <Button onClick={updates.dismiss}>Dismiss</Button>
    </Notice>
  );
}

function describe(update: SiteUpdate): string | null {
  switch (update.kind) {
    case 'none':
      return null;
    case 'ready':
      return 'A new version is ready.';
    case 'part-missing':
      return 'A part of the page could not be loaded. Reload to get the newest version.';
    default:
      return assertNever(update);
  }
}

/** Handles the keys of commands that work everywhere. On a Mac, Cmd works like Ctrl. */
function useShortcuts(commands: () => readonly Command[]): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const chord = chordOf(event);
    if (!CHORD.test(chord)) return;
    const command = commands().find(({ everywhere, keys }) => everywhere && keys?.includes(chord));
    if (!command) return;
    command.run();
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    // Capture the key before the editor sees it: on a Mac, Ctrl+B moves the cursor there.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}

/** Other keys type text or move the focus. */
const CHORD = /\bF\d|Mod\+|Alt\+/;

const MAC = isMac(navigator.platform);

/** The pressed key combination, such as `Mod+B`; `Mod` is Ctrl or Cmd. */
function chordOf(event: KeyboardEvent): string {
  const { key, code, ctrlKey, metaKey, shiftKey, altKey } = event;
  // On a Mac, Option changes a letter key's character.
  const letter = MAC && altKey ? code.replace('Key', '') : key;
  const name = letter.length === 1 ? letter.toUpperCase() : letter;
  const held = [(ctrlKey || metaKey) && 'Mod+', altKey && 'Alt+', shiftKey && 'Shift+'];
  return held.filter((part) => part !== false).join('') + name;
}

/** Announces the outcome of compiles, and live mode, to screen readers. */
function Announcer({ workspace }: { readonly workspace: Workspace }) {
  const outcome = useStore(workspace.store, outcomeOf);
  const live = useStore(workspace.store, (state) => state.live);
  const [told, setTold] = useState('');
  if (outcome !== null && outcome !== told) setTold(outcome);
  return (
    <>
      <div className="visually-hidden" aria-live="polite">
        {outcome ?? told}
      </div>
      <div className="visually-hidden" aria-live="polite">
        {live ? 'Live is on.' : ''}
      </div>
    </>
  );
}

/**
 * The outcome to announce: empty during a compile that the user requested, so that an identical
 * outcome is announced again; null during live mode's compiles, so that only a different outcome is
 * announced.
 */
function outcomeOf({ compilation, diagnostics }: WorkspaceState): string | null {
  if (compilation.kind === 'compiling' && compilation.live) return null;
  if (compilation.kind !== 'done') return '';
  const { target, succeeded } = compilation;
  const found = diagnostics.length === 1 ? '1 problem' : `${diagnostics.length} problems`;
  if (!succeeded && diagnostics.length === 0) return `Compiling to ${target} failed.`;
  if (!succeeded) return `Compiling to ${target} failed: ${found}.`;
  return diagnostics.length === 0 ? `Compiled to ${target}.` : `Compiled to ${target}, ${found}.`;
}

type SkipTarget = 'source' | 'results';

/** Links to the editor and the results, visible only while focused. */
function SkipLinks({ onSkip }: { readonly onSkip: (target: SkipTarget) => void }) {
  // Buttons, because a link's fragment would replace the shared source in the address.
  return (
    <div className={styles['links']}>
      <button type="button" onClick={() => onSkip('source')}>
        Skip to the source
      </button>
      <button type="button" onClick={() => onSkip('results')}>
        Skip to the results
      </button>
    </div>
  );
}
