import { useCallback } from 'react';
import { closeDialogs } from '#pages/playground/navbar/openDialogs.ts';
import { Palette } from '#ui/palette/Palette.tsx';
import { allCommands, type Command } from '#ui/commands.ts';
import type { CommandContext } from './context.ts';
import { pageCommands } from './pageCommands.ts';

export interface CommandPaletteProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** The same object as long as the palette is open. */
  readonly context: CommandContext;
}

/** The command palette with the commands of the page and of what is on it. */
export function CommandPalette({ open, onClose, context }: CommandPaletteProps) {
  const load = useCallback(
    async () => [...pageCommands(context), ...(await allCommands())],
    [context],
  );
  if (!open) return null;
  return (
    <Palette onClose={onClose} load={load} onRun={(command) => runCommand(command, context)} />
  );
}

/** Closes what covers the page, except a full screen if the command is about the picture. */
function runCommand(command: Command, { showView }: CommandContext): void {
  closeDialogs();
  if (command.group !== 'Picture' && document.fullscreenElement) void document.exitFullscreen();
  if (command.view) showView(command.view);
  command.run();
}
