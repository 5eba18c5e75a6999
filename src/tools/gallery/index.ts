import { dialogTool } from '#ui/tools/dialogTool.tsx';

export const gallery = dialogTool({
  id: 'gallery',
  name: 'The gallery',
  title: 'Browse all demos with pictures',
  menus: { Project: 'Browse demos', 'Load Demo': 'Browse all…' },
  load: async () => (await import('./GalleryDialog.tsx')).GalleryDialog,
});
