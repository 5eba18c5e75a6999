import { whenIdle } from '#app/browser/whenIdle.ts';
import { interfaceGate } from '#app/start/gates.ts';
import { createLazyTool, type LazyTool } from './lazyTool.ts';
import type { TimeParts } from './timeParts.ts';
import type { TimeToolContext } from './timeTools.ts';

/** Timeline, profile, pictures and films, comparing, animations. */
export type TimeTool = LazyTool<TimeParts>;

/** Milliseconds that the tools wait for the page to become idle. */
const IDLE_TIMEOUT = 500;

/** They load by themselves behind the first picture. */
export function createTimeTool(context: TimeToolContext): TimeTool {
  const tool = createLazyTool({
    name: 'The timeline',
    create: async () => (await import('./timeParts.ts')).createTimeParts(context),
  });
  void interfaceGate.behind(async () => whenIdle(() => void tool.load(), IDLE_TIMEOUT));
  return tool;
}
