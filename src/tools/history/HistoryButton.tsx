import { useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { HistoryIcon } from '#ui/icons.tsx';
import { type Notice, Tooltip } from '#ui/Tooltip.tsx';
import { DialogButton } from '#ui/tools/DialogButton.tsx';
import { lazyDialog } from '#ui/tools/lazyDialog.tsx';
import { perContext } from '#ui/tools/perContext.ts';
import type { ToolContext } from '#ui/tools/tool.ts';

const HistoryDialog = lazyDialog(
  'The history',
  async () => (await import('./HistoryDialog.tsx')).HistoryDialog,
);

/** The outcome of the user's last save, beside the button. */
const saveNotice = perContext(() => createStore<Notice | null>(() => null));

/** Keeps a version of the project, and saves it to the disk if it came from there. */
export async function saveVersion(context: ToolContext): Promise<void> {
  const saving = context.workspace.saveVersion();
  // It says itself what it has saved there.
  const isOnDisk = await context.requests.saveToDisk?.();
  const saved = await saving;
  const notice = saveNotice(context);
  if (!saved.ok) notice.setState({ text: saved.error }, true);
  else if (!isOnDisk) notice.setState({ text: 'Saved to the history.' }, true);
}

export function HistoryButton({
  tool: { context },
}: {
  readonly tool: { readonly context: ToolContext };
}) {
  const button = useRef<HTMLButtonElement>(null);
  const notice = useStore(saveNotice(context));
  return (
    <>
      <DialogButton
        ref={button}
        label="History"
        hint="Show saved versions of your source"
        icon={<HistoryIcon />}
      >
        {(controls) => <HistoryDialog {...controls} context={context} />}
      </DialogButton>
      <Tooltip
        notice={notice}
        anchor={button}
        onHide={() => saveNotice(context).setState(null, true)}
      />
    </>
  );
}
