import { dialogTool } from '#ui/tools/dialogTool.tsx';
import { loadOnce } from '#ui/tools/loadOnce.ts';
import { defineTool } from '#ui/tools/tool.ts';
import { hasFileTabs } from '#workspace/state.ts';
import { diskOf } from './disk/diskOf.ts';
import { nameInUri } from './disk/place.ts';
import { FileNotices, NewFileButton } from './faces.tsx';
import { filesCommands } from './filesCommands.ts';

/** Short programs to begin with. */
export const newProject = dialogTool({
  id: 'new',
  name: 'New project',
  title: 'New project from a starter',
  menus: { Project: 'New' },
  group: 'Files',
  load: async () => (await import('./NewDialog.tsx')).NewDialog,
});

/** The navbar has the name itself where it has room for it. */
export const renameProject = dialogTool({
  id: 'rename-project',
  name: 'Rename project',
  title: 'Rename the project',
  menus: { Project: 'Rename project…' },
  group: 'Files',
  load: async () => (await import('./RenameDialog.tsx')).RenameDialog,
});

/** The files, images and data of a project, and where they are on the user's disk. */
export const files = defineTool({
  id: 'files',
  name: 'The list of files',
  load: async (context) => (await import('./project.tsx')).createProject(context),
  faces: {
    notices: FileNotices,
    'source status': NewFileButton,
  },
  commands: filesCommands,
  requests: ({ context, load }) => ({
    async saveToDisk() {
      if (nameInUri(context.workspace.sourceUri()) === null) return false;
      return (await diskOf(context).load())?.session.saveThere() ?? false;
    },
    putFile: async (path, file) => (await load())?.session.assets.put(path, file) ?? false,
  }),
  start(tool) {
    const { context } = tool;
    loadOnce(tool, hasFileTabs);
    // A project that an earlier visit opened from the disk has its files' names in their tabs.
    const isOnDisk = () => nameInUri(context.workspace.sourceUri()) !== null;
    loadOnce({ context, load: diskOf(context).load }, isOnDisk);
  },
});
