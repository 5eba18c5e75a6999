import { NOTHING_RUNS } from '#ui/commands.ts';
import { defineTool } from '#ui/tools/tool.ts';
import { isRunning } from '#workspace/runState.ts';

/** GPU time of each entry point, and trials of other thread-group sizes. */
export const profile = defineTool({
  id: 'profile',
  name: 'The profile',
  tab: { title: 'Profile', isThere: isRunning, absent: NOTHING_RUNS },
  load: async (context) => (await import('./profile.tsx')).createProfile(context),
});
