import { defineTool } from '#ui/tools/tool.ts';
import { debuggerCommands } from './debuggerCommands.ts';
import { DebuggerButtons, DebugThreadButton } from './faces.tsx';

/** What one GPU thread computed, step by step. */
export const debuggerTool = defineTool({
  id: 'debugger',
  name: 'The debugger',
  tab: { title: 'Debugger' },
  load: async (context) => (await import('./debugger.tsx')).createDebugger(context),
  faces: { 'picture bar': DebuggerButtons, output: DebugThreadButton },
  commands: debuggerCommands,
  requests: ({ use }) => ({
    debugThread: (entryPoint, thread) =>
      use(({ session }) => session.commands.traceThread(entryPoint, thread)),
  }),
});
