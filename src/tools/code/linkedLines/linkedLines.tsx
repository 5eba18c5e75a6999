import { codeTools } from '#tools/code/codeTools.ts';
import type { LoadedTool, ToolContext } from '#ui/tools/tool.ts';
import { LinkButtons } from './panel/LinkButtons.tsx';
import { createLinkSession } from './session/linkSession.ts';

/** Starts linked lines of a page. */
export function createLinkedLines(context: ToolContext): LoadedTool {
  const session = createLinkSession(codeTools(context));
  return { parts: { 'target code': () => <LinkButtons session={session} /> } };
}
