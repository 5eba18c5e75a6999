import type { StoreApi } from 'zustand/vanilla';
import type { Command } from '#ui/commands.ts';
import { runPrepared } from '#workspace/runs/beforeRun.ts';
import type { Workspace } from '#workspace/workspace.ts';

export interface CommandContext {
  readonly workspace: Workspace;
  /** Switches to the view on a small screen. */
  showView(view: 'source' | 'results'): void;
  readonly palette: StoreApi<boolean>;
}

const GROUP = 'Run and compile';

/** The page's actions whose keys work wherever the focus is. */
export function mainCommands({ workspace, showView, palette }: CommandContext) {
  const { gpu, target, live } = workspace.store.getState();
  // Read on each use, because a menu may list the command for a long time.
  const isLive = () => workspace.store.getState().live;
  return {
    run: {
      id: 'run',
      title: 'Run',
      group: GROUP,
      keys: ['F5', 'Mod+Enter'],
      everywhere: true,
      whyNot: () => (gpu.kind === 'unavailable' ? (gpu.reason.split('\n')[0] ?? '') : null),
      run() {
        showView('results');
        runPrepared(() => void workspace.run());
      },
    },
    compile: {
      id: `compile:${target}`,
      title: `Compile to ${target}`,
      help: 'Compile',
      group: GROUP,
      keys: ['Mod+B'],
      macKeys: ['Mod+B', 'Ctrl+B'],
      everywhere: true,
      run() {
        showView('results');
        void workspace.compile();
      },
    },
    live: {
      id: 'live',
      title: live ? 'Turn Live off' : 'Turn Live on',
      menus: { Live: 'Live' },
      isOn: isLive,
      isToggle: true,
      detail: 'Live updates the running shader as you type',
      help: 'Turn Live on or off',
      group: GROUP,
      keys: ['Shift+F5'],
      everywhere: true,
      run: () => workspace.setLive(!isLive()),
    },
    commands: {
      id: 'commands',
      title: 'Search commands',
      menus: { More: 'Search commands' },
      help: 'Search all commands, files, demos and sections of Help. Firefox opens a private window with Ctrl+Shift+P: press F1 there',
      group: 'Page',
      keys: ['F1', 'Mod+Shift+P'],
      everywhere: true,
      run: () => palette.setState((isOpen) => !isOpen, true),
    },
  } satisfies Readonly<Record<string, Command>>;
}
