import type { Debugger } from '#tools/debugger/debugger.tsx';
import { type Command, whyNothingRuns } from '#ui/commands.ts';
import type { ToolHandle } from '#ui/tools/tool.ts';
import type { Paint } from './paint.tsx';

/** For the palette. Running one of them loads the part that paints. */
export function paintCommands({ context, store, use }: ToolHandle<Debugger>): readonly Command[] {
  const tool = store.getState();
  const paint = tool.kind === 'loaded' ? tool.loaded.paint.getState() : null;
  const whyNoRun = whyNothingRuns(context.workspace.store.getState());
  const command = (title: string, whyNot: string | null, run: (paint: Paint) => void): Command => ({
    id: `paint:${title}`,
    title,
    group: 'Tools',
    view: 'results',
    whyNot: () => whyNot,
    run: () => use(async ({ loadPaint }) => run(await loadPaint())),
  });
  return [
    command('Paint where the cursor is', whyNoRun, (loaded) => loaded.toggleFollowing()),
    command('Stop painting', paint?.isPainting() ? null : 'Nothing is painted.', (loaded) =>
      loaded.stop(),
    ),
  ];
}
