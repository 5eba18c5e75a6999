import type { Dispose } from '#core/util/disposer.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { isRunning } from '#workspace/runState.ts';
import type { WorkspaceState } from '#workspace/state.ts';

/** The groups of the command palette, in its order. */
export const COMMAND_GROUPS = [
  'Run and compile',
  'Picture',
  'Results',
  'Tools',
  'Editor',
  'Page',
  'Files',
  'Demos',
  'Help',
] as const;

type CommandGroup = (typeof COMMAND_GROUPS)[number];

/** Something that the user can do, for the command palette. */
export interface Command {
  /** Unique, and the same at each visit, for the list of recent commands. */
  readonly id: string;
  readonly title: string;
  readonly group: CommandGroup;
  /** What the title leaves out. The search covers it too. */
  readonly detail?: string;
  /** Alternatives, as in `shortcuts.ts`. */
  readonly keys?: readonly string[];
  /** Replaces `keys` on a Mac. */
  readonly macKeys?: readonly string[];
  /** Whether the page listens to the keys, wherever the focus is. Else whoever owns the command does. */
  readonly everywhere?: true;
  /** What Help says that the keys do; the title if left out. Commands of a group with the same text share a row. */
  readonly help?: string;
  /** The part of Help's table of shortcuts that has the keys, unless they work everywhere. */
  readonly helpGroup?: 'While the debugger is open';
  /** The menus of the page that list the command, and the text that it has there. */
  readonly menus?: Readonly<Record<string, string>>;
  /** Whether what it chooses is chosen. */
  readonly isOn?: () => boolean;
  /** Running it turns that on or off; else it chooses one of several. */
  readonly isToggle?: true;
  /** What a small screen has to show first. */
  readonly view?: 'source' | 'results';
  /** Why the command does nothing now; null if it works. */
  whyNot?(): string | null;
  run(): void;
}

/** Why a command does nothing that is about a run. */
export const NOTHING_RUNS = 'Nothing runs. Press Run first.';

/** Null if something runs. */
export function whyNothingRuns(state: WorkspaceState): string | null {
  return isRunning(state) ? null : NOTHING_RUNS;
}

/** A command and its text in a menu. */
export interface InMenu {
  readonly text: string;
  readonly command: Command;
}

/** The commands that a menu of the page lists. */
export function inMenu(commands: readonly Command[], menu: string): readonly InMenu[] {
  return commands.flatMap((command) => {
    const text = ownValue(command.menus ?? {}, menu);
    return text === undefined ? [] : [{ text, command }];
  });
}

/** Lists the commands as they are now. It may load code, since it is called when they are shown. */
type CommandSource = () => readonly Command[] | Promise<readonly Command[]>;

const sources = new Set<CommandSource>();

export function addCommands(source: CommandSource): Dispose {
  sources.add(source);
  return () => sources.delete(source);
}

/** All commands of the page. Those that cannot be loaded are left out. */
export async function allCommands(): Promise<readonly Command[]> {
  const lists = await Promise.allSettled([...sources].map(async (list) => list()));
  return lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []));
}
