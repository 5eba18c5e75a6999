import type { HistoryLibrary } from '#history/library.ts';
import type { HistoryDialogProps } from '#panels/history/HistoryDialog.tsx';
import { HistoryIcon } from '#ui/icons.tsx';
import type { Workspace } from '#workspace/workspace.ts';
import { DialogButton } from './DialogButton.tsx';
import { lazyDialog } from './lazyDialog.tsx';

const HistoryDialog = lazyDialog(
  'The history',
  async () => (await import('#panels/history/HistoryDialog.tsx')).HistoryDialog,
);

interface HistoryButtonProps extends Pick<HistoryDialogProps, 'onRestore'> {
  readonly workspace: Workspace;
  readonly library: HistoryLibrary;
}

export function HistoryButton({ workspace, library, onRestore }: HistoryButtonProps) {
  return (
    <DialogButton label="History" hint="Earlier versions of your text" icon={<HistoryIcon />}>
      {(controls) => (
        <HistoryDialog
          {...controls}
          library={library}
          readText={workspace.sourceText}
          onRestore={onRestore}
        />
      )}
    </DialogButton>
  );
}
