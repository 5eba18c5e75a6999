import { createLazyTool } from '#ui/tools/lazyTool.ts';
import { perContext } from '#ui/tools/perContext.ts';

/** Opens and saves the page's project. Loads on first use. */
export const diskOf = perContext(({ workspace }) =>
  createLazyTool('Opening and saving', async () =>
    (await import('./disk.tsx')).createDisk(workspace),
  ),
);
