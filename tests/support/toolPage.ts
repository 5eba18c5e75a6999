import { TOOLS } from '#pages/playground/tools.ts';
import type { ToolContext } from '#ui/tools/tool.ts';
import type { Workspace } from '#workspace/workspace.ts';

/** The page's tools in Node, on this workspace. None of them can load their code. */
export function mountedTools(workspace: Workspace, context: Partial<ToolContext> = {}) {
  const page = { workspace, requests: {}, showView() {}, ...context } as ToolContext;
  return TOOLS.map((tool) => tool.mount(page));
}
