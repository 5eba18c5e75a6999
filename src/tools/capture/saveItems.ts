import type { ToolHandle } from '#ui/tools/tool.ts';
import type { Capture } from './capture.tsx';

/** What can be saved of the picture. */
export function saveItems({ use }: ToolHandle<Capture>) {
  return [
    {
      text: 'Save picture…',
      detail: 'As a PNG of any size, or a range of frames as a zip',
      onChoose: () => use(({ session }) => session.start('picture')),
    },
    {
      text: 'Save film…',
      detail: 'Render a range of frames, or record from now',
      onChoose: () => use(({ session }) => session.start('film')),
    },
    {
      text: 'Copy picture',
      detail: 'Copy this frame to the clipboard',
      onChoose: () => use(({ session }) => session.start('copy')),
    },
  ];
}
