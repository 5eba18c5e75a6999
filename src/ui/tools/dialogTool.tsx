import { type ComponentType, type ReactNode, type RefObject, useState } from 'react';
import { useStore } from 'zustand';
import type { Command } from '#ui/commands.ts';
import { Part } from '#ui/faults/Part.tsx';
import { lazyDialog } from './lazyDialog.tsx';
import { closeDialog, openDialog, opener, showDialog } from './openDialog.ts';
import { defineTool, type Tool, type ToolContext, type ToolManifest } from './tool.ts';

export interface DialogProps {
  readonly context: ToolContext;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly opener: RefObject<HTMLElement | null>;
  /** The part of the dialog to show first; null for its start. */
  readonly part: string | null;
}

interface DialogTool
  extends Pick<ToolManifest<object>, 'id' | 'name' | 'faces' | 'start'>,
    Pick<Command, 'title' | 'menus'>,
    Partial<Pick<Command, 'group'>> {
  commands?(context: ToolContext): readonly Command[];
  load(): Promise<ComponentType<DialogProps>>;
}

export function dialogTool({
  title,
  menus = {},
  group = 'Page',
  load,
  ...manifest
}: DialogTool): Tool {
  const { id, name, faces, commands } = manifest;
  const Dialog = lazyDialog(name, load);
  return defineTool({
    ...manifest,
    load: async () => ({}),
    faces: {
      ...faces,
      dialogs: ({ tool: { context } }) => (
        <Opened id={id} name={name}>
          {(shown) => <Dialog {...shown} {...{ context, opener }} onClose={closeDialog} />}
        </Opened>
      ),
    },
    commands: ({ context }) => [
      { id, title, group, menus, run: () => showDialog(id) },
      ...(commands?.(context) ?? []),
    ],
  });
}

interface OpenedProps {
  readonly id: string;
  readonly name: string;
  readonly children: (shown: Pick<DialogProps, 'open' | 'part'>) => ReactNode;
}

/** Renders a dialog after it has first been opened. */
function Opened({ id, name, children }: OpenedProps) {
  const part = useStore(openDialog, (shown) => (shown?.id === id ? shown.part : undefined));
  const open = part !== undefined;
  const [wasOpen, setWasOpen] = useState(open);
  if (open && !wasOpen) setWasOpen(true);
  if (!open && !wasOpen) return null;
  return (
    <Part name={name} open={open} onClose={closeDialog}>
      {children({ open, part: part ?? null })}
    </Part>
  );
}
