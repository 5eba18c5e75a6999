import { createStore, type StoreApi } from 'zustand/vanilla';
import type { MountedTool, ToolContext, ToolRequests } from '#ui/tools/tool.ts';
import { interfaceGate } from './gates.ts';

/** The tools of the page. Their list loads as soon as the interface is there. */
export function createToolHost(
  page: Omit<ToolContext, 'requests'>,
): StoreApi<readonly MountedTool[]> {
  const store = createStore<readonly MountedTool[]>(() => []);
  void interfaceGate.behind(async () => {
    const { TOOLS } = await import('#pages/playground/tools.ts');
    const requests: Partial<ToolRequests> = {};
    const context = { ...page, requests };
    const tools = TOOLS.map((tool) => tool.mount(context));
    for (const tool of tools) Object.assign(requests, tool.requests);
    page.workspace.setToolTabs(tools.flatMap(({ tab }) => tab ?? []));
    store.setState(tools, true);
    for (const tool of tools) tool.start();
    const { offerPlayground } = await import('#workspace/api/offerPlayground.ts');
    offerPlayground(page);
  });
  return store;
}
