import type { ExportDialogProps } from '#tools/export/panel/ExportDialog.tsx';
import { ExportIcon } from '#ui/icons.tsx';
import { DialogButton } from './DialogButton.tsx';
import { lazyDialog } from './lazyDialog.tsx';

const ExportDialog = lazyDialog(
  'Export',
  async () => (await import('#tools/export/panel/ExportDialog.tsx')).ExportDialog,
);

export function ExportButton({ tools }: Pick<ExportDialogProps, 'tools'>) {
  return (
    <DialogButton
      label="Export"
      hint="Export the program as a page, a module, a project or host code"
      text="Export"
      icon={<ExportIcon />}
    >
      {(controls) => <ExportDialog {...controls} tools={tools} />}
    </DialogButton>
  );
}
