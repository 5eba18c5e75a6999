import { notify } from '#ui/notices.ts';
import { dialogTool } from '#ui/tools/dialogTool.tsx';
import type { ToolContext } from '#ui/tools/tool.ts';

export const history = dialogTool({
  id: 'history',
  name: 'The history',
  title: 'Show saved versions of your source',
  menus: { Project: 'History' },
  commands: (context) => [
    {
      id: 'save version',
      title: 'Save a version to the history',
      detail: 'And to your disk, if the files came from there',
      help: 'Save to the disk, if the files came from there, and a version to the history',
      group: 'Page',
      keys: ['Mod+S'],
      everywhere: true,
      run: () => void saveVersion(context),
    },
  ],
  load: async () => (await import('./HistoryDialog.tsx')).HistoryDialog,
});

/** Saves a version of the project, and also saves it to disk if it came from there. */
async function saveVersion({ workspace, requests }: ToolContext): Promise<void> {
  const saving = workspace.saveVersion();
  // Shows its own message about saving to disk.
  const isOnDisk = await requests.saveToDisk?.();
  const saved = await saving;
  const tell = (text: string, kind: 'information' | 'lasting') =>
    notify({ id: 'saved-version', kind, texts: [text] });
  if (!saved.ok) tell(saved.error, 'lasting');
  else if (!isOnDisk) tell('Saved to the history.', 'information');
}
