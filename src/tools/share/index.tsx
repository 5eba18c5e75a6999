import { useRef } from 'react';
import { useStore } from 'zustand';
import { Button } from '#ui/Button.tsx';
import { Part } from '#ui/faults/Part.tsx';
import { ShareIcon } from '#ui/icons.tsx';
import { Tooltip } from '#ui/Tooltip.tsx';
import { defineTool, type ToolContext } from '#ui/tools/tool.ts';
import { shareSession } from './shareSession.tsx';

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

/** Shares a link to the project and shows the outcome. A dialog below the button offers more. */
function ShareButton({ tool }: { readonly tool: { readonly context: ToolContext } }) {
  const { store, button, anchor, share } = shareSession(tool.context);
  const { popover, notice } = useStore(store);
  const popup = useRef<HTMLDivElement>(null);
  const onClose = () => store.setState({ popover: null });
  return (
    <>
      <Button
        ref={button}
        label="Share"
        hint="Copy a link to this source, embed it or report a problem"
        onClick={() => void share()}
      >
        <ShareIcon />
        <span>Share</span>
      </Button>
      <Part name="Share" onClose={onClose}>
        {popover?.({ anchor, popup, onClose })}
      </Part>
      <Tooltip
        notice={notice}
        anchor={popover ? popup : anchor}
        onHide={() => store.setState({ notice: null })}
      />
    </>
  );
}
