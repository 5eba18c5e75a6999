import { ExportIcon } from '#ui/icons.tsx';
import { dialogTool } from '#ui/tools/dialogTool.tsx';

/** The running program as a page, modules, a project or host code. */
export const exportTool = dialogTool({
  id: 'export',
  name: 'Export',
  label: 'Export',
  hint: 'Export the program as a page, a module, a project or host code',
  text: 'Export',
  icon: <ExportIcon />,
  load: async () => (await import('./panel/ExportDialog.tsx')).ExportDialog,
});
