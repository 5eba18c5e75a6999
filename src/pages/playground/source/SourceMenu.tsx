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
