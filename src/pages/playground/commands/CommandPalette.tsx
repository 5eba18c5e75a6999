import { useCallback } from 'react';
import { allCommands, type Command } from '#ui/commands.ts';
import { Palette } from '#ui/palette/Palette.tsx';
import { closeDialog } from '#ui/tools/openDialog.ts';
import { useTools } from '#ui/tools/Slot.tsx';
import type { CommandContext } from './mainCommands.ts';
import { pageCommands } from './pageCommands.ts';

interface CommandPaletteProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly context: CommandContext;
}

/** The command palette with the commands of the page, of its tools and of what is on it. */
export function CommandPalette({ open, onClose, context }: CommandPaletteProps) {
  const tools = useTools();
  const load = useCallback(
    async () => [
      ...pageCommands(context),
      ...tools.flatMap((tool) => tool.commands()),
      ...(await allCommands()),
    ],
    [context, tools],
  );
  if (!open) return null;
  return (
    <Palette onClose={onClose} load={load} onRun={(command) => runCommand(command, context)} />
  );
}

/** Closes what covers the page, except a full screen if the command is about the picture. */
function runCommand(command: Command, { showView }: CommandContext): void {
  closeDialog();
  if (command.group !== 'Picture' && document.fullscreenElement) void document.exitFullscreen();
  if (command.view) showView(command.view);
  command.run();
}
