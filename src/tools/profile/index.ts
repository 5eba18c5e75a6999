import { whyNothingRuns } from '#ui/commands.ts';
import { defineTool } from '#ui/tools/tool.ts';

/** GPU time of each entry point, and trials of other group sizes. */
export const profile = defineTool({
  id: 'profile',
  name: 'The profile',
  tab: { title: 'Profile', absence: whyNothingRuns },
  load: async (context) => (await import('./profile.tsx')).createProfile(context),
});
