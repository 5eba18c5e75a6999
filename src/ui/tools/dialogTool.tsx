import type { ComponentType, ReactNode, RefObject } from 'react';
import { DialogButton, type DialogKey } from './DialogButton.tsx';
import { lazyDialog } from './lazyDialog.tsx';
import { defineTool, type SlotName, type Tool, type ToolContext } from './tool.ts';

/** What a dialog of a tool gets. */
export interface DialogProps {
  readonly context: ToolContext;
  readonly open: boolean;
  readonly onClose: () => void;
  /** Gets the focus back when the dialog closes. */
  readonly opener: RefObject<HTMLElement | null>;
  /** The part of the dialog to start at; null for its start. */
  readonly part: string | null;
}

interface DialogTool {
  readonly id: string;
  /** Such as `The history`, for messages. */
  readonly name: string;
  /** The accessible name of its button. */
  readonly label: string;
  /** What the button does, and the title of its command. */
  readonly hint: string;
  readonly icon: ReactNode;
  /** Shown beside the icon on wide screens. */
  readonly text?: string;
  readonly slot?: SlotName;
  /** Opens a part of the dialog wherever the key is not text. */
  readonly shortcut?: DialogKey;
  /** The parts of the dialog that have commands of their own. */
  parts?(): Promise<readonly string[]>;
  load(): Promise<ComponentType<DialogProps>>;
}

/** A tool that is one dialog, and the button that opens it. */
export function dialogTool({ id, name, slot = 'navbar', load, ...button }: DialogTool): Tool {
  const Dialog = lazyDialog(name, load);
  return defineTool({
    id,
    name,
    load: async () => ({}),
    faces: {
      [slot]: ({ tool: { context } }: { readonly tool: { readonly context: ToolContext } }) => (
        <DialogButton {...button}>
          {(controls) => <Dialog {...controls} context={context} />}
        </DialogButton>
      ),
    },
  });
}
