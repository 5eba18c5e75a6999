import type { Extension } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';
import { type Choice, type ChoiceOf, choose, chosen } from '#engine/storage/settings.ts';
import { showNote } from './note.ts';

export interface EditorCommand {
  readonly title: string;
  /**
   * Alternative shortcuts, as in `#ui/shortcuts.ts`; a space separates the chords of a sequence.
   */
  readonly keys: readonly string[];
  /** Whether the command needs an answer from the language server. */
  readonly needsServer?: true;
  run(view: EditorView): void;
}

type Refactoring = typeof import('./refactoring/refactoring.ts')['refactoring'];
type Formatting = typeof import('./formatting/formatting.ts');

const refactoring = (act: (code: Refactoring, view: EditorView) => Promise<void>) =>
  loaded(async () => (await import('./refactoring/refactoring.ts')).refactoring, act);
const formatting = (act: (code: Formatting, view: EditorView) => Promise<void>) =>
  loaded(() => import('./formatting/formatting.ts'), act);

/**
 * The commands that the playground adds to CodeMirror's: cross-file commands, formatting and hints.
 */
export const ADDED_COMMANDS: readonly EditorCommand[] = [
  {
    title: 'Find all references',
    keys: ['Shift+F12'],
    needsServer: true,
    run: refactoring((code, view) => code.findAllReferences(view)),
  },
  {
    title: 'Rename symbol',
    keys: ['F2'],
    needsServer: true,
    run: refactoring((code, view) => code.renameSymbol(view)),
  },
  {
    title: 'Go to symbol in any file',
    // In most browsers, Mod+T opens a tab.
    keys: ['Mod+Alt+T', 'Mod+T'],
    needsServer: true,
    run: refactoring((code, view) => code.goToSymbolInProject(view)),
  },
  {
    title: 'Format file',
    keys: ['Shift+Alt+F'],
    run: formatting((code, view) => code.formatFile(view)),
  },
  {
    title: 'Format selected lines',
    keys: ['Mod+K Mod+F'],
    run: formatting((code, view) => code.formatSelection(view)),
  },
  choosing('formatWidth', 'Format lines of up to 80 columns', '80'),
  choosing('formatWidth', 'Format lines of up to 100 columns', '100'),
  choosing('formatWidth', 'Format lines of up to 120 columns', '120'),
  choosing('formatBraces', 'Format with opening braces on their own line', 'own-line'),
  choosing('formatBraces', 'Format with opening braces on the same line', 'same-line'),
  choosing('formatOnRun', 'Format on Run: on', 'on'),
  choosing('formatOnRun', 'Format on Run: off', 'off'),
  toggling('typeHints', 'Show or hide the types of variables'),
  toggling('parameterHints', 'Show or hide the names of parameters'),
];

export function editorCommandKeys(): Extension {
  return keymap.of(
    ADDED_COMMANDS.flatMap(({ keys, run }) =>
      keys.map((key) => ({
        key: key
          .replaceAll('+', '-')
          .replace(/(?<=-)[A-Z](?= |$)/g, (letter) => letter.toLowerCase()),
        preventDefault: true,
        run(view: EditorView) {
          run(view);
          return true;
        },
      })),
    ),
  );
}

function choosing<Name extends Choice>(
  choice: Name,
  title: string,
  value: ChoiceOf<Name>,
): EditorCommand {
  return {
    title,
    keys: [],
    run(view) {
      choose(choice, value);
      showNote(view, `${title}. This setting is saved for later visits.`);
    },
  };
}

function toggling(choice: 'typeHints' | 'parameterHints', title: string): EditorCommand {
  return {
    title,
    keys: [],
    needsServer: true,
    run: () => choose(choice, chosen(choice) === 'on' ? 'off' : 'on'),
  };
}

const NOT_LOADED = 'This command could not be loaded. Check your connection and reload the page.';
const NOT_DONE = 'This command failed. Try again, or reload the page: your text is kept.';

function loaded<Code>(
  load: () => Promise<Code>,
  act: (code: Code, view: EditorView) => Promise<void>,
): (view: EditorView) => void {
  const failed = (view: EditorView, note: string, error: unknown) => {
    reportError(error);
    showNote(view, note);
  };
  return (view) => {
    load().then(
      (code) => act(code, view).catch((error) => failed(view, NOT_DONE, error)),
      (error) => failed(view, NOT_LOADED, error),
    );
  };
}
