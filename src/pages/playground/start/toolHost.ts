import { createStore, type StoreApi } from 'zustand/vanilla';
import type { MountedTool, ToolContext, ToolRequests } from '#ui/tools/tool.ts';
import { whenIdle } from '#ui/whenIdle.ts';
import { untilQuiet } from './firstRun.ts';
import { interfaceGate } from './gates.ts';
import type { PageStart } from './pageStart.ts';

/** Milliseconds that a tool waits at most for the page to become idle before it starts. */
const IDLE_TIMEOUT = 300;

/** The tools of the page. Their list loads as soon as the interface is there. */
export function createToolHost(
  page: Omit<ToolContext, 'requests'>,
  start: Pick<PageStart, 'compilerAnswered'>,
): StoreApi<readonly MountedTool[]> {
  const store = createStore<readonly MountedTool[]>(() => []);
  void interfaceGate.behind(async () => {
    const { TOOLS } = await import('#pages/playground/tools.ts');
    const requests: Partial<ToolRequests> = {};
    const context = { ...page, requests };
    const tools = TOOLS.map((tool) => tool.mount(context));
    for (const tool of tools) Object.assign(requests, tool.requests);
    store.setState(tools, true);
    const { offerPlayground } = await import('#workspace/api/offerPlayground.ts');
    offerPlayground(page);
    await startEach(tools.map((tool) => tool.start));
    await untilQuiet(page.workspace, start);
    await startEach(tools.map((tool) => tool.whenQuiet));
  });
  return store;
}

/** One after the other, so that the page answers in between. */
async function startEach(starts: readonly ((() => void) | null)[]): Promise<void> {
  for (const start of starts) {
    if (!start) continue;
    await new Promise<void>((resolve) => whenIdle(resolve, IDLE_TIMEOUT));
    start();
  }
}
