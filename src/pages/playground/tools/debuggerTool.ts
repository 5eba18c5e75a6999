import type { Debugger } from '#tools/debugger/debugger.ts';
import type { DebuggerContext } from '#tools/debugger/session/context.ts';
import { createLazyTool, type LazyTool } from './lazyTool.ts';

export type DebuggerTool = LazyTool<Debugger>;

export function createDebuggerTool(context: Omit<DebuggerContext, 'cursorLine'>): DebuggerTool {
  return createLazyTool({
    name: 'The debugger',
    create: async () => (await import('#tools/debugger/debugger.ts')).createDebugger(context),
    // Its tab shows why.
    onFailed: () => context.workspace.openTool('debugger'),
  });
}
