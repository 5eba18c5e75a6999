import { GALLERY } from '#demos/gallery.ts';
import { MAIN_FILE } from '#program/project/project.ts';
import type { Command } from '#shared/commands.ts';
import { PAGE_SHORTCUTS } from '#shared/shortcuts.ts';
import { MAIN_FILE_ID } from '#workspace/sources/openFile.ts';
import type { CommandContext } from './context.ts';

/** Commands that open, show and keep sources. */
export function openingCommands(context: CommandContext): readonly Command[] {
  return [...pages(context), ...files(context), ...demos(context)];
}

function pages({ actions, showView }: CommandContext): readonly Command[] {
  return [
    {
      id: 'save version',
      title: 'Save a version to the history',
      group: 'Page',
      ...PAGE_SHORTCUTS.saveVersion,
      run: actions.saveVersion,
    },
    {
      id: 'new file',
      title: 'New file',
      detail: 'Add a file that the shader can import',
      group: 'Files',
      ...PAGE_SHORTCUTS.newFile,
      view: 'source',
      run: actions.newFile,
    },
    { id: 'source', title: 'Show the source', group: 'Editor', run: () => showSource(showView) },
  ];
}

function showSource(showView: CommandContext['showView']): void {
  showView('source');
  document.querySelector<HTMLElement>('[aria-label="Shader source"]')?.focus();
}

function files({ workspace }: CommandContext): readonly Command[] {
  const others = workspace.store.getState().files;
  if (others.length === 0) return [];
  return [{ id: MAIN_FILE_ID, path: MAIN_FILE }, ...others].map(({ id, path }) => ({
    id: `file:${path}`,
    title: `Go to file: ${path}`,
    group: 'Files',
    view: 'source',
    run: () => workspace.showFile(id),
  }));
}

function demos({ openDemo }: CommandContext): readonly Command[] {
  return GALLERY.map(({ name, url, summary, features }) => ({
    id: `demo:${url}`,
    title: `Open demo: ${name}`,
    detail: `${summary} ${features.join(', ')}`,
    group: 'Demos',
    run: () => openDemo(url),
  }));
}
