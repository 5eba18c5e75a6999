import { GALLERY } from '#core/slang/demos/gallery.ts';
import type { Command } from '#ui/commands.ts';
import type { CommandContext } from './mainCommands.ts';

/** Commands that open and show a source. */
export function openingCommands(context: CommandContext): readonly Command[] {
  return [...pages(context), ...demos(context)];
}

function pages({ showView }: CommandContext): readonly Command[] {
  return [
    { id: 'source', title: 'Show the source', group: 'Editor', run: () => showSource(showView) },
  ];
}

function showSource(showView: CommandContext['showView']): void {
  showView('source');
  document.querySelector<HTMLElement>('[aria-label="Shader source"]')?.focus();
}

function demos({ workspace, showView }: CommandContext): readonly Command[] {
  return GALLERY.map(({ name, url, summary, features }) => ({
    id: `demo:${url}`,
    title: `Open demo: ${name}`,
    detail: `${summary} ${features.join(', ')}`,
    group: 'Demos',
    run() {
      showView('results');
      void workspace.openDemo(url);
    },
  }));
}
