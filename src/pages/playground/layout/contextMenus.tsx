import { texelAt } from '#core/data/pictureTexels.ts';
import type { SourceEditor } from '#ui/editor/sourceEditor.ts';
import { ContextMenu } from '#ui/tools/ContextMenu.tsx';

/** The source's context menu: the editor's commands, and the tools' actions for the line. */
export function SourceMenu({ editor }: { readonly editor: SourceEditor }) {
  return (
    <ContextMenu
      menu="source"
      label="Source actions"
      area={editor.content}
      placeAt={editor.goToPoint}
      loadItems={editor.menuItems}
      keyPoint={editor.caret}
    />
  );
}

interface PictureMenuProps {
  readonly canvas: HTMLCanvasElement;
  readonly screen: HTMLElement;
}

/**
 * The picture's context menu: the tools' actions for a texel. Controls over the picture keep the
 * browser's own menu.
 */
export function PictureMenu({ canvas, screen }: PictureMenuProps) {
  return (
    <ContextMenu
      menu="picture"
      label="Picture actions"
      area={screen}
      placeAt={(clientX, clientY) => {
        // The heat map and a pinned picture are canvases over the picture.
        if (!(document.elementFromPoint(clientX, clientY) instanceof HTMLCanvasElement))
          return null;
        const { width, height } = canvas;
        return texelAt({ clientX, clientY }, canvas.getBoundingClientRect(), width, height);
      }}
    />
  );
}
