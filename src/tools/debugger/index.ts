import { whyNothingRuns } from '#ui/commands.ts';
import { defineTool, type ToolHandle } from '#ui/tools/tool.ts';
import type { Debugger } from './debugger.tsx';
import { debuggerCommands } from './debuggerCommands.ts';
import { DebugThreadButton, FollowSetting, InspectButton } from './faces.tsx';
import { hintOnce } from './hint.ts';

/** What one GPU thread computed, step by step. */
export const debuggerTool = defineTool({
  id: 'debugger',
  name: 'The debugger',
  tab: { title: 'Debugger' },
  load: async (context) => (await import('./debugger.tsx')).createDebugger(context),
  faces: {
    'picture bar': InspectButton,
    'picture settings': FollowSetting,
    output: DebugThreadButton,
  },
  commands: debuggerCommands,
  menus: {
    picture: ({ context, use }, pixel) => [
      {
        text: 'Debug this pixel',
        disabled: whyNothingRuns(context.workspace.store.getState()) ?? undefined,
        onChoose: () => use(({ session }) => session.commands.pickPixel(pixel)),
      },
    ],
    source: ({ context, use }, { line, isMain }) => {
      const whyNot = isMain ? undefined : 'The debugger steps through the main file.';
      const whyNoRun = whyNothingRuns(context.workspace.store.getState()) ?? undefined;
      return [
        {
          text: 'Breakpoint here',
          keys: 'F9',
          disabled: whyNot,
          onChoose: () => use(({ session }) => session.commands.toggleBreakpoint(line)),
        },
        {
          text: 'Debug this line',
          disabled: whyNot ?? whyNoRun,
          onChoose: () => use(({ session }) => session.commands.debugLine(line)),
        },
      ];
    },
  },
  start: ({ context }) => hintOnce(context.workspace),
  whenQuiet: (tool) => void markThreads(tool),
  requests: ({ use }) => ({
    debugThread: (entryPoint, thread) =>
      use(({ session }) => session.commands.traceThread(entryPoint, thread)),
  }),
});

async function markThreads({ context, use }: ToolHandle<Debugger>): Promise<void> {
  try {
    const { showThreadMarks } = await import('./inline/threadMarks.ts');
    showThreadMarks(context.workspace, (entryPoint) =>
      use(({ session }) => session.commands.debugThread(entryPoint)),
    );
  } catch {
    // The page says that a part of it could not be loaded.
  }
}
