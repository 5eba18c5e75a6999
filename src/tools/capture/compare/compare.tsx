import type { LoadedTool, ToolContext } from '#ui/tools/tool.ts';
import { CompareOverlay } from './panel/CompareOverlay.tsx';
import { createCompareSession } from './session/compareSession.ts';
import type { CompareSession } from './state.ts';

export interface Compare extends LoadedTool {
  readonly session: CompareSession;
}

export function createCompare(context: ToolContext): Compare {
  const session = createCompareSession(context);
  return { session, parts: { 'picture overlay': () => <CompareOverlay session={session} /> } };
}
