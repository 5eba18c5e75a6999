import type { Dispose } from '#core/util/disposer.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { isRunning } from '#workspace/runState.ts';
import type { WorkspaceState } from '#workspace/state.ts';

/** The groups of the command palette, in display order. */
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

/** A user action that the command palette lists. */
export interface Command {
  /** Unique and stable across visits, because the list of recent commands stores it. */
  readonly id: string;
  readonly title: string;
  readonly group: CommandGroup;
  /** Information that the title leaves out. The search covers it too. */
  readonly detail?: string;
  /** Alternative shortcuts, in the format of `shortcuts.ts`. */
  readonly keys?: readonly string[];
  /** Replaces `keys` on a Mac. */
  readonly macKeys?: readonly string[];
  /**
   * Whether the page handles the keys, wherever the focus is. Otherwise the command's owner does.
   */
  readonly everywhere?: true;
  /**
   * Help's description of the keys; the title if omitted. Commands of a group with the same text
   * share a row.
   */
  readonly help?: string;
  /** The section of Help's shortcut table for keys that do not work everywhere. */
  readonly helpGroup?: 'While the debugger is open';
  /** The menus that list the command, each with the command's text there. */
  readonly menus?: Readonly<Record<string, string>>;
  /** Whether the command's option is selected or on. */
  readonly isOn?: () => boolean;
  /**
   * Whether the command turns its option on and off. Otherwise it selects one option of several.
   */
  readonly isToggle?: true;
  /** The view that a small screen must show first. */
  readonly view?: 'source' | 'results';
  whyNot?(): string | null;
  run(): void;
}

export const NOTHING_RUNS = 'Nothing runs. Press Run first.';

/** The reason why commands that need a run are unavailable; null if something runs. */
export function whyNothingRuns(state: WorkspaceState): string | null {
  return isRunning(state) ? null : NOTHING_RUNS;
}

export interface InMenu {
  readonly text: string;
  readonly command: Command;
}

export function inMenu(commands: readonly Command[], menu: string): readonly InMenu[] {
  return commands.flatMap((command) => {
    const text = ownValue(command.menus ?? {}, menu);
    return text === undefined ? [] : [{ text, command }];
  });
}

/**
 * Lists the commands that exist now. It may load code, because it is called only when they are
 * shown.
 */
type CommandSource = () => readonly Command[] | Promise<readonly Command[]>;

const sources = new Set<CommandSource>();

export function addCommands(source: CommandSource): Dispose {
  sources.add(source);
  return () => sources.delete(source);
}

/** All commands of the page, without those whose code fails to load. */
export async function allCommands(): Promise<readonly Command[]> {
  const lists = await Promise.allSettled([...sources].map(async (list) => list()));
  return lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []));
}
