import { dialogTool } from '#ui/tools/dialogTool.tsx';

export const exportTool = dialogTool({
  id: 'export',
  name: 'Export',
  title: 'Export the program as a page, a module, a project or host code',
  menus: { Share: 'Export', More: 'Export' },
  load: async () => (await import('./ExportDialog.tsx')).ExportDialog,
});
