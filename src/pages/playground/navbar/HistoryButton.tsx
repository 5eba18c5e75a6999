import { useRef } from 'react';
import type { HistoryLibrary } from '#engine/storage/history/library.ts';
import type { HistoryDialogProps } from '#tools/history/HistoryDialog.tsx';
import { HistoryIcon } from '#ui/icons.tsx';
import { type Notice, Tooltip } from '#ui/Tooltip.tsx';
import type { Workspace } from '#workspace/workspace.ts';
import { DialogButton } from './DialogButton.tsx';
import { lazyDialog } from './lazyDialog.tsx';

const HistoryDialog = lazyDialog(
  'The history',
  async () => (await import('#tools/history/HistoryDialog.tsx')).HistoryDialog,
);

export interface HistoryButtonProps extends Pick<HistoryDialogProps, 'onRestore'> {
  readonly workspace: Workspace;
  readonly library: HistoryLibrary;
  /** The outcome of the user's last save. */
  readonly saveNotice: Notice | null;
  /** Called when the notice has been shown long enough. */
  readonly onSaveNoticeOver: () => void;
}

export function HistoryButton(props: HistoryButtonProps) {
  const { workspace, library, onRestore, saveNotice, onSaveNoticeOver } = props;
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <DialogButton
        ref={button}
        label="History"
        hint="Show saved versions of your source"
        icon={<HistoryIcon />}
      >
        {(controls) => (
          <HistoryDialog
            {...controls}
            library={library}
            readProject={workspace.project}
            onRestore={onRestore}
          />
        )}
      </DialogButton>
      <Tooltip notice={saveNotice} anchor={button} onHide={onSaveNoticeOver} />
    </>
  );
}
