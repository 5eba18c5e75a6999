import { lazyDialog } from '#pages/playground/navbar/lazyDialog.tsx';
import { Part } from '#ui/faults/Part.tsx';
import type { CommandContext } from './context.ts';

const CommandPalette = lazyDialog(
  'The command palette',
  async () => (await import('./CommandPalette.tsx')).CommandPalette,
);

interface LazyPaletteProps {
  /** Null while the palette is closed. */
  readonly context: CommandContext | null;
  readonly onClose: () => void;
}

/** The command palette, whose script loads when it opens first. */
export function LazyPalette({ context, onClose }: LazyPaletteProps) {
  if (!context) return null;
  return (
    <Part name="The command palette" onClose={onClose}>
      <CommandPalette open onClose={onClose} context={context} />
    </Part>
  );
}
