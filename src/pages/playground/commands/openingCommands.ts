import { GALLERY } from '#core/slang/demos/gallery.ts';
import type { Command } from '#ui/commands.ts';
import { PAGE_SHORTCUTS } from '#ui/shortcuts.ts';
import type { CommandContext } from './context.ts';
import { pressButton } from './pressButton.ts';

/** Commands that open, show and keep a source. */
export function openingCommands(context: CommandContext): readonly Command[] {
  return [...pages(context), ...demos(context)];
}

function pages({ actions, showView }: CommandContext): readonly Command[] {
  return [
    {
      id: 'save version',
      title: 'Save a version to the history',
      detail: 'And to your disk, if the files came from there',
      group: 'Page',
      ...PAGE_SHORTCUTS.saveVersion,
      run: actions.saveVersion,
    },
    {
      id: 'save as file',
      title: 'Save as file',
      detail: 'Download the source',
      group: 'Files',
      run: () => pressButton('Save as file'),
    },
    { id: 'source', title: 'Show the source', group: 'Editor', run: () => showSource(showView) },
  ];
}

function showSource(showView: CommandContext['showView']): void {
  showView('source');
  document.querySelector<HTMLElement>('[aria-label="Shader source"]')?.focus();
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
