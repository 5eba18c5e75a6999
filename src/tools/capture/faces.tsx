import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { Button } from '#ui/Button.tsx';
import { CompareIcon, DownloadIcon } from '#ui/moreIcons.tsx';
import { CommandMenu } from '#ui/tools/CommandMenu.tsx';
import { useLoaded } from '#ui/tools/lazyTool.ts';
import type { ToolHandle } from '#ui/tools/tool.ts';
import type { Compare } from './compare/compare.tsx';

/** The menu “Save”, where other tools have commands too. */
export function SaveMenu() {
  return (
    <CommandMenu label="Save" hint="Save or copy the picture, save a film">
      <DownloadIcon />
      <span>Save</span>
    </CommandMenu>
  );
}

/** Stands for the comparison's state until it has loaded. */
const OFF = createStore(() => ({ isOn: false, pin: null }));

/** There while a picture is pinned. */
export function CompareButton({ tool }: { readonly tool: ToolHandle<Compare> }) {
  const { isOn, pin } = useStore(useLoaded(tool)?.session.store ?? OFF);
  if (!isOn && !pin) return null;
  return (
    <Button
      kind="icon"
      label="Compare with pinned picture"
      hint={
        isOn
          ? 'Stop comparing; the pinned picture stays for the next time'
          : 'Compare the picture with the pinned one'
      }
      pressed={isOn}
      onClick={() => tool.use(({ session }) => session.commands.toggle())}
    >
      <CompareIcon />
    </Button>
  );
}
