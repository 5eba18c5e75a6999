import { useEffect, useState } from 'react';
import type { ShareLink } from '#core/project/link/linkService.ts';
import type { Result } from '#core/util/result.ts';
import type { SharedView, Workspace } from '#workspace/workspace.ts';

/**
 * The link to the project as it is now; null while it is made.
 *
 * @param view what of the view the link has too; nothing if left out
 */
export function useLink(workspace: Workspace, view?: SharedView): Result<ShareLink> | null {
  const [link, setLink] = useState<Result<ShareLink> | null>(null);
  useEffect(() => {
    let newest = 0;
    const build = async () => {
      newest += 1;
      const own = newest;
      const built = await workspace.buildLink(view);
      if (own === newest) setLink(built);
    };
    void build();
    const stop = workspace.onTextChange(() => void build());
    return () => {
      newest = -1;
      stop();
    };
  }, [workspace, view]);
  return link;
}
