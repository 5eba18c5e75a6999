import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { Button } from '#ui/Button.tsx';
import { NOTHING_RUNS } from '#ui/commands.ts';
import { MenuButton } from '#ui/MenuButton.tsx';
import { CompareIcon, DownloadIcon } from '#ui/moreIcons.tsx';
import { useLoaded } from '#ui/tools/lazyTool.ts';
import type { ToolHandle } from '#ui/tools/tool.ts';
import { isRunning } from '#workspace/runState.ts';
import type { Capture } from './capture.tsx';
import type { Compare } from './compare/compare.tsx';

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

/** The menu “Save”. */
export function SaveMenu({ tool }: { readonly tool: ToolHandle<Capture> }) {
  return (
    <MenuButton label="Save" hint="Save or copy the picture, save a film" items={saveItems(tool)}>
      <DownloadIcon />
    </MenuButton>
  );
}

/** Stands for the comparison's state until it has loaded. */
const OFF = createStore(() => ({ isOn: false }));

export function CompareButton({ tool }: { readonly tool: ToolHandle<Compare> }) {
  const running = useStore(tool.context.workspace.store, isRunning);
  const isOn = useStore(useLoaded(tool)?.session.store ?? OFF, (state) => state.isOn);
  const isDisabled = !running && !isOn;
  const hint = isOn
    ? 'Stop comparing; the pinned picture stays for the next time'
    : 'Pin the current picture, and compare later ones with it';
  return (
    <Button
      kind="icon"
      label="Compare with pinned picture"
      hint={isDisabled ? NOTHING_RUNS : hint}
      pressed={isOn}
      disabled={isDisabled}
      onClick={() => tool.use(({ session }) => session.commands.toggle())}
    >
      <CompareIcon />
    </Button>
  );
}
