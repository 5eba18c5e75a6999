import { useEffect, useMemo } from 'react';
import { addCommands } from '#ui/commands.ts';
import { Part } from '#ui/faults/Part.tsx';
import { MenuButton } from '#ui/MenuButton.tsx';
import { DownloadIcon } from '#ui/moreIcons.tsx';
import { ToolPart } from './ToolPart.tsx';
import type { TimeTools } from './timeTools.ts';

/** The menu “Save” in the playback bar. */
export function CaptureButton({ tool }: { readonly tool: TimeTools['capture'] }) {
  const items = useMemo(() => itemsOf(tool), [tool]);
  useEffect(
    () =>
      addCommands(() =>
        items.map(({ text, detail, onChoose }) => ({
          id: `capture: ${text}`,
          title: text,
          detail,
          group: 'Picture',
          view: 'results',
          run: onChoose,
        })),
      ),
    [items],
  );
  return (
    <>
      <MenuButton label="Save" hint="Save or copy the picture, save a film" items={items}>
        <DownloadIcon />
      </MenuButton>
      <Part name="“Save”">
        <ToolPart tool={tool} unused={null}>
          {({ Panel, session }) => <Panel session={session} />}
        </ToolPart>
      </Part>
    </>
  );
}

function itemsOf({ load }: TimeTools['capture']) {
  return [
    {
      text: 'Save picture…',
      detail: 'As a PNG of any size, or a range of frames as a zip',
      onChoose: () => void load().then((capture) => capture?.session.start('picture')),
    },
    {
      text: 'Save film…',
      detail: 'Render a range of frames, or record from now',
      onChoose: () => void load().then((capture) => capture?.session.start('film')),
    },
    {
      text: 'Copy picture',
      detail: 'Copy this frame to the clipboard',
      onChoose: () => void load().then((capture) => capture?.session.start('copy')),
    },
  ];
}
