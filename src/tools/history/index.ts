import { defineTool } from '#ui/tools/tool.ts';
import { HistoryButton, saveVersion } from './HistoryButton.tsx';

/** Saved versions of the project. */
export const history = defineTool({
  id: 'history',
  name: 'The history',
  load: async () => ({}),
  faces: { navbar: HistoryButton },
  commands: ({ context }) => [
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
});
