import { useEffect, useState } from 'react';
import type { ShareLink } from '#core/project/link/linkService.ts';
import type { Result } from '#core/util/result.ts';
import type { Workspace } from '#workspace/workspace.ts';

/** The link to the project as it is now; null while it is made. */
export function useLink(workspace: Workspace, exactly: boolean): Result<ShareLink> | null {
  const [link, setLink] = useState<Result<ShareLink> | null>(null);
  useEffect(() => {
    let newest = 0;
    const build = async () => {
      newest += 1;
      const own = newest;
      const built = await workspace.buildLink(exactly);
      if (own === newest) setLink(built);
    };
    void build();
    const stop = workspace.onTextChange(() => void build());
    return () => {
      newest = -1;
      stop();
    };
  }, [workspace, exactly]);
  return link;
}
