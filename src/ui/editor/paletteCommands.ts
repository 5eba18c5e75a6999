import {
  copyLineDown,
  copyLineUp,
  deleteLine,
  moveLineDown,
  moveLineUp,
  redo,
  selectAll,
  toggleBlockComment,
  toggleComment,
  toggleTabFocusMode,
  undo,
} from '@codemirror/commands';
import { foldAll, foldCode, unfoldAll, unfoldCode } from '@codemirror/language';
import {
  findNext,
  findPrevious,
  openSearchPanel,
  selectNextOccurrence,
  selectSelectionMatches,
} from '@codemirror/search';
import type { EditorView } from '@codemirror/view';
import type { Command } from '#ui/commands.ts';
import { ADDED_COMMANDS, type EditorCommand } from './editorCommands.ts';
import { projectEditor } from './fileEdits.ts';
import type { LanguageService } from './languageService.ts';
import { goToNextProblem, goToPreviousProblem } from './problems.ts';
import { openQuickFixes } from './quickFixes.ts';
import { goToLine } from './searchKeys.ts';

interface ListedCommand extends Omit<EditorCommand, 'run'>, Pick<Command, 'macKeys'> {
  readonly run: (view: EditorView) => unknown;
}

/** All editor commands for the command palette, including CodeMirror's. */
export const EDITOR_COMMANDS: readonly ListedCommand[] = [
  ...ADDED_COMMANDS,
  { title: 'Undo', keys: ['Mod+Z'], run: undo },
  { title: 'Redo', keys: ['Ctrl+Y'], macKeys: ['Mod+Shift+Z'], run: redo },
  { title: 'Find and replace', keys: ['Mod+F'], run: openSearchPanel },
  { title: 'Find the next match', keys: ['F3'], run: findNext },
  { title: 'Find the previous match', keys: ['Shift+F3'], run: findPrevious },
  { title: 'Go to line', keys: ['Mod+Alt+G'], run: goToLine },
  { title: 'Go to definition', keys: ['F12'], needsServer: true, run: definition },
  { title: 'Go to symbol', keys: ['Mod+Shift+O'], needsServer: true, run: outline },
  {
    title: 'Go back to where the last jump started',
    keys: ['Alt+←'],
    macKeys: ['Ctrl+-'],
    run: ({ state }) => state.facet(projectEditor)?.goBack(),
  },
  {
    title: 'Go forward again',
    keys: ['Alt+→'],
    macKeys: ['Ctrl+_'],
    run: ({ state }) => state.facet(projectEditor)?.goForward(),
  },
  { title: 'Go to the next problem', keys: ['F8'], run: goToNextProblem },
  { title: 'Go to the previous problem', keys: ['Shift+F8'], run: goToPreviousProblem },
  { title: 'Show quick fixes', keys: ['Mod+.'], run: openQuickFixes },
  { title: 'Add the next match to the selection', keys: ['Mod+D'], run: selectNextOccurrence },
  { title: 'Select all matches', keys: ['Mod+Shift+L'], run: selectSelectionMatches },
  { title: 'Select all', keys: ['Mod+A'], run: selectAll },
  { title: 'Comment or uncomment lines', keys: ['Mod+/'], run: toggleComment },
  {
    title: 'Comment or uncomment the selection',
    keys: ['Shift+Alt+A'],
    macKeys: ['Ctrl+Shift+A'],
    run: toggleBlockComment,
  },
  { title: 'Move lines up', keys: ['Alt+↑'], run: moveLineUp },
  { title: 'Move lines down', keys: ['Alt+↓'], run: moveLineDown },
  { title: 'Copy lines up', keys: ['Shift+Alt+↑'], run: copyLineUp },
  { title: 'Copy lines down', keys: ['Shift+Alt+↓'], run: copyLineDown },
  { title: 'Delete lines', keys: ['Mod+Shift+K'], run: deleteLine },
  {
    title: 'Fold the block',
    keys: ['Ctrl+Shift+['],
    macKeys: ['Mod+Alt+['],
    run: foldCode,
  },
  {
    title: 'Unfold the block',
    keys: ['Ctrl+Shift+]'],
    macKeys: ['Mod+Alt+]'],
    run: unfoldCode,
  },
  { title: 'Fold all blocks', keys: ['Ctrl+Alt+['], run: foldAll },
  { title: 'Unfold all blocks', keys: ['Ctrl+Alt+]'], run: unfoldAll },
  {
    title: 'Switch what Tab does: indent, or move the focus',
    keys: ['Ctrl+M'],
    macKeys: ['Shift+Alt+M'],
    run: toggleTabFocusMode,
  },
];

async function definition(view: EditorView): Promise<void> {
  (await import('./assistance/definition.ts')).goToDefinition(view);
}

async function outline(view: EditorView): Promise<void> {
  await (await import('./assistance/outline.ts')).openOutline(view);
}

/**
 * The palette's commands for one editor. Each focuses the editor first, because it acts at the
 * cursor.
 */
export function paletteCommands(view: EditorView, language: LanguageService): readonly Command[] {
  const isReady = language.state().kind === 'ready';
  const isStopped = ['off', 'failed'].includes(language.state().kind);
  const start: Command = {
    id: 'code assistance',
    title: 'Start code assistance',
    group: 'Editor',
    whyNot: () => (isStopped ? null : 'Code assistance has started.'),
    run: language.start,
  };
  const commands = EDITOR_COMMANDS.map(
    ({ title, keys, macKeys, needsServer, run }): Command => ({
      id: `editor:${title}`,
      title,
      group: 'Editor',
      keys,
      ...(macKeys && { macKeys }),
      view: 'source',
      whyNot: () => (needsServer && !isReady ? 'Start code assistance first.' : null),
      run() {
        view.focus();
        run(view);
      },
    }),
  );
  return [...commands, start];
}
