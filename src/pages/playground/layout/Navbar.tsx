import { useState } from 'react';
import { useStore } from 'zustand';
import { ALL_DEMOS, DEMOS, type Demo, MORE_DEMOS } from '#core/slang/demos/demos.ts';
import { narrowScreen } from '#pages/playground/browser/smallScreen.ts';
import { useMedia } from '#pages/playground/browser/useMedia.ts';
import { useProjectName } from '#pages/playground/browser/useProjectName.ts';
import { type CommandContext, mainCommands } from '#pages/playground/mainCommands.ts';
import { Button } from '#ui/Button.tsx';
import { inMenu } from '#ui/commands.ts';
import { LiveIcon, SearchIcon } from '#ui/icons.tsx';
import { Select, separator } from '#ui/Select.tsx';
import { isMac, keysOn } from '#ui/shortcuts.ts';
import { CommandMenu } from '#ui/tools/CommandMenu.tsx';
import { Slot, useTools } from '#ui/tools/Slot.tsx';
import type { GpuState } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { arrangeCommands } from './arrangements.ts';
import { CompileControls } from './CompileControls.tsx';
import styles from './Navbar.module.css';

interface NavbarProps {
  readonly context: CommandContext;
  readonly isSmall: boolean;
}

/**
 * The menus that “More” contains. In a narrow window, it also has Live and the arrangements; on a
 * small screen, also what larger screens show beside the menu and in the status bar. A small screen
 * has only one arrangement.
 */
function menusOfMore(isSmall: boolean, isNarrow: boolean): readonly string[] {
  if (isSmall) return ['Project', 'Tools', 'Navbar', 'Live', 'More'];
  return isNarrow ? ['Live', 'Narrow', 'More'] : ['More'];
}

export function Navbar({ context, isSmall }: NavbarProps) {
  const { workspace } = context;
  const { run, compile, live, commands } = mainCommands(context);
  const isNarrow = useMedia(narrowScreen);
  const gpu = useStore(workspace.store, (state) => state.gpu);
  return (
    <nav className={styles['navbar']} aria-label="Playground">
      <a className={styles['home']} href="./" aria-label="Home">
        <Logo />
      </a>
      <h1 className="visually-hidden">Slang Playground</h1>
      <ProjectName workspace={workspace} />
      <DemoSelect context={context} />
      <div className={styles['run']}>
        <Button
          kind="primary"
          label="Run"
          hint={runHint(gpu)}
          disabled={gpu.kind === 'unavailable'}
          onClick={run.run}
        >
          <svg
            width="0.75rem"
            height="0.75rem"
            viewBox="0 0 12 12"
            fill="currentColor"
            aria-hidden="true"
          >
            <path d="M2.5 1.2v9.6L10.6 6z" />
          </svg>
          Run
        </Button>
        <LiveButton workspace={workspace} />
      </div>
      <CompileControls workspace={workspace} onCompile={compile.run} />
      <div className={styles['end']}>
        <button
          type="button"
          className={styles['commands']}
          aria-haspopup="dialog"
          title="Search all commands, files, demos and sections of Help (F1)"
          onClick={commands.run}
        >
          <SearchIcon />
          <span>Commands</span>
          <span className={styles['keys']} aria-hidden="true">
            {keysOn(isMac(navigator.platform), commands).at(-1)}
          </span>
        </button>
        {!isSmall && (
          <CommandMenu label="Project" hint="New, open, save and saved versions">
            Project
          </CommandMenu>
        )}
        <div className={styles['tools']}>
          <Slot name="navbar" />
        </div>
        <CommandMenu
          label="More"
          hint="Everything else"
          menus={menusOfMore(isSmall, isNarrow)}
          commands={[live, ...arrangeCommands(context), commands]}
        >
          More
        </CommandMenu>
      </div>
    </nav>
  );
}

function runHint(gpu: GpuState): string {
  return gpu.kind === 'unavailable'
    ? `Cannot run: ${gpu.reason.split('\n')[0]}`
    : 'Compile and run (F5)';
}

/** A ring with a gap: the default demo's shape, with an S in the negative space. */
function Logo() {
  return (
    <svg width="26" height="26" viewBox="0 0 26 26" fill="none" aria-hidden="true">
      <path
        d="M20.5 8.2A9 9 0 0 0 5.4 8.6c-1.3 2.6.2 4.4 3.2 4.4h8.8c3 0 4.5 1.8 3.2 4.4A9 9 0 0 1 5.5 17.8"
        stroke="var(--accent)"
        strokeWidth="3.2"
        strokeLinecap="round"
      />
    </svg>
  );
}

function LiveButton({ workspace }: { readonly workspace: Workspace }) {
  const live = useStore(workspace.store, (state) => state.live);
  return (
    <Button
      label="Live"
      kind="switch"
      hint={
        live
          ? 'Live mode is on. Click to update only on Run (Shift+F5)'
          : 'Update the running shader as you type (Shift+F5)'
      }
      pressed={live}
      onClick={() => workspace.setLive(!live)}
    >
      <LiveIcon />
      Live
    </Button>
  );
}

/** The project's name, editable in place. Clearing it restores the derived name. */
function ProjectName({ workspace }: { readonly workspace: Workspace }) {
  const name = useProjectName(workspace);
  const [typed, setTyped] = useState<string | null>(null);
  const apply = async () => {
    setTyped(null);
    if (typed === null || typed.trim() === name) return;
    const { givenNameFrom } = await import('#core/project/projectName.ts');
    workspace.nameProject(givenNameFrom(typed));
  };
  return (
    <input
      className={styles['name']}
      aria-label="Project name"
      title="Rename the project"
      spellCheck={false}
      autoComplete="off"
      value={typed ?? name}
      onChange={(event) => setTyped(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={() => void apply()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape') setTyped(null);
      }}
    />
  );
}

const LABEL = 'Load Demo';

const optionOf = ({ name, url }: Demo) => ({ value: url, text: name });

const OPTIONS = [
  ...DEMOS.map((demo, index) => (demo.url === '' ? separator(String(index)) : optionOf(demo))),
  ...MORE_DEMOS.map(({ kind, demos }) => ({ group: kind, options: demos.map(optionOf) })),
];

/** Lists all demos and shows the open one. The tools' commands come last. */
function DemoSelect({ context }: { readonly context: CommandContext }) {
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
