import { defineTool } from '#ui/tools/tool.ts';
import { ShareButton } from './ShareButton.tsx';

/** Links, embeds and reports of the project. */
export const share = defineTool({
  id: 'share',
  name: 'Share',
  load: async () => ({}),
  faces: { navbar: ShareButton },
});
