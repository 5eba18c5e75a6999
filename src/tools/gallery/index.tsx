import { GalleryIcon } from '#ui/icons.tsx';
import { dialogTool } from '#ui/tools/dialogTool.tsx';

/** All demos with pictures. */
export const gallery = dialogTool({
  id: 'gallery',
  name: 'The gallery',
  label: 'Browse all demos…',
  hint: 'Browse all demos with pictures',
  icon: <GalleryIcon />,
  slot: 'demos',
  load: async () => (await import('./GalleryDialog.tsx')).GalleryDialog,
});
