import type { NewDialogProps } from '#tools/files/NewDialog.tsx';
import { NewIcon } from '#ui/icons.tsx';
import { DialogButton } from './DialogButton.tsx';
import { lazyDialog } from './lazyDialog.tsx';

const NewDialog = lazyDialog(
  'New project',
  async () => (await import('#tools/files/project.ts')).NewDialog,
);

export function NewButton({ onChoose }: Pick<NewDialogProps, 'onChoose'>) {
  return (
    <DialogButton label="New" hint="New project from a starter" text="New" icon={<NewIcon />}>
      {(controls) => <NewDialog {...controls} onChoose={onChoose} />}
    </DialogButton>
  );
}
