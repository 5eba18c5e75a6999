import { whenIdle } from '#pages/playground/browser/whenIdle.ts';
import { interfaceGate } from '#pages/playground/start/gates.ts';
import type { LaterContext, LaterParts } from './laterParts.ts';
import { createLazyTool, type LazyTool } from './lazyTool.ts';

/** The tools of time (the timeline, the profile and so on) and of target code, with their tabs and buttons. */
export type LaterTool = LazyTool<LaterParts>;

/** Milliseconds that the tools wait for the page to become idle. */
const IDLE_TIMEOUT = 500;

/** They load by themselves behind the first picture. */
export function createLaterTool(context: LaterContext): LaterTool {
  const tool = createLazyTool({
    name: 'Some tools',
    create: async () => (await import('./laterParts.ts')).createLaterParts(context),
  });
  void interfaceGate.behind(async () => whenIdle(() => void tool.load(), IDLE_TIMEOUT));
  return tool;
}
