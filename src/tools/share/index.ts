import { defineTool } from '#ui/tools/tool.ts';
import { ShareButton } from './ShareButton.tsx';
import { shareSession } from './shareSession.tsx';

/** Links, embeds and reports of the project. */
export const share = defineTool({
  id: 'share',
  name: 'Share',
  load: async () => ({}),
  faces: { navbar: ShareButton },
  commands({ context }) {
    const session = shareSession(context);
    return [
      {
        id: 'share',
        title: 'Share a link to this source',
        menus: { Navbar: 'Share' },
        group: 'Page',
        run: () => void session.share(),
      },
      {
        id: 'share-exactly',
        title: 'Share this exact view',
        group: 'Page',
        run: () => void session.share({ playback: true, uniforms: true }),
      },
      {
        id: 'share-more',
        title: 'Embed or report…',
        group: 'Page',
        run: () => void session.showMore(),
      },
    ];
  },
});
