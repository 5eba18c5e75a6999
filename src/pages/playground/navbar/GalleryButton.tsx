import type { GalleryDialogProps } from '#tools/gallery/GalleryDialog.tsx';
import { GalleryIcon } from '#ui/icons.tsx';
import { DialogButton } from './DialogButton.tsx';
import { lazyDialog } from './lazyDialog.tsx';

const GalleryDialog = lazyDialog(
  'The gallery',
  async () => (await import('#tools/gallery/GalleryDialog.tsx')).GalleryDialog,
);

export function GalleryButton({ onOpenDemo }: Pick<GalleryDialogProps, 'onOpenDemo'>) {
  return (
    <DialogButton
      label="Browse all demos…"
      hint="Browse all demos with pictures"
      icon={<GalleryIcon />}
    >
      {(controls) => <GalleryDialog {...controls} onOpenDemo={onOpenDemo} />}
    </DialogButton>
  );
}
