import { createLazyTool } from '#ui/tools/lazyTool.ts';
import { perContext } from '#ui/tools/perContext.ts';

/** What opens and saves the project of a page. It loads on first use. */
export const diskOf = perContext(({ workspace }) =>
  createLazyTool('Opening and saving', async () =>
    (await import('./disk.tsx')).createDisk(workspace),
  ),
);
