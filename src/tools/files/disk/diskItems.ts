import type { ToolContext } from '#ui/tools/tool.ts';
import { diskOf } from './diskOf.ts';
import type { DiskSession } from './diskSession.ts';

/** What the menu “Open and save” does. */
export function diskItems(context: ToolContext) {
  const use = (work: (session: DiskSession) => Promise<void>) => () =>
    void diskOf(context)
      .load()
      .then((disk) => disk && work(disk.session));
  return [
    {
      text: 'Open files…',
      detail: 'Sources, or a project as a zip',
      onChoose: use((session) => session.openFiles()),
    },
    {
      text: 'Open folder…',
      detail: 'All sources, images and data in it',
      onChoose: use((session) => session.openFolder()),
    },
    {
      text: 'Save',
      detail: 'To the files it came from, or as a download',
      onChoose: use((session) => session.save()),
    },
    {
      text: 'Download zip',
      detail: 'The whole project with its settings',
      onChoose: use((session) => session.downloadZip()),
    },
  ];
}
