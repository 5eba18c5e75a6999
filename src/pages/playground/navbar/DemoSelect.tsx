import { useStore } from 'zustand';
import { ALL_DEMOS, DEMOS, type Demo, MORE_DEMOS } from '#core/slang/demos/demos.ts';
import type { CommandContext } from '#pages/playground/commands/mainCommands.ts';
import { inMenu } from '#ui/commands.ts';
import { Select, separator } from '#ui/Select.tsx';
import { useTools } from '#ui/tools/Slot.tsx';

const LABEL = 'Load Demo';

const optionOf = ({ name, url }: Demo) => ({ value: url, text: name });

const OPTIONS = [
  ...DEMOS.map((demo, index) => (demo.url === '' ? separator(String(index)) : optionOf(demo))),
  ...MORE_DEMOS.map(({ kind, demos }) => ({ group: kind, options: demos.map(optionOf) })),
];

/** Lists all demos and shows the open one. Commands of tools come last. */
export function DemoSelect({ context }: { readonly context: CommandContext }) {
  const { workspace, showView } = context;
  const demo = useStore(workspace.store, (state) => state.demo);
  const more = inMenu(
    useTools().flatMap((tool) => tool.commands()),
    LABEL,
  );
  const choose = (value: string) => {
    const chosen = more.find(({ command }) => command.id === value);
    if (chosen) return chosen.command.run();
    showView('results');
    void workspace.openDemo(value);
  };
  return (
    <Select
      label={LABEL}
      placeholder={LABEL}
      value={ALL_DEMOS.some(({ url }) => url === demo) ? demo : null}
      options={[...OPTIONS, ...more.map(({ text, command }) => ({ value: command.id, text }))]}
      onChange={choose}
    />
  );
}
