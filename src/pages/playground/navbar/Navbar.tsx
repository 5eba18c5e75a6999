import { useStore } from 'zustand';
import { narrowScreen } from '#pages/playground/browser/smallScreen.ts';
import { useMedia } from '#pages/playground/browser/useMedia.ts';
import { arrangeCommands } from '#pages/playground/commands/arrangeCommands.ts';
import { type CommandContext, mainCommands } from '#pages/playground/commands/mainCommands.ts';
import { Button } from '#ui/Button.tsx';
import { SearchIcon } from '#ui/icons.tsx';
import { isMac, keysOn } from '#ui/shortcuts.ts';
import { CommandMenu } from '#ui/tools/CommandMenu.tsx';
import { Slot } from '#ui/tools/Slot.tsx';
import type { GpuState } from '#workspace/state.ts';
import { CompileControls } from './CompileControls.tsx';
import { DemoSelect } from './DemoSelect.tsx';
import { LiveButton } from './LiveButton.tsx';
import { Logo } from './Logo.tsx';
import styles from './Navbar.module.css';
import { ProjectName } from './ProjectName.tsx';

interface NavbarProps {
  readonly context: CommandContext;
  readonly isSmall: boolean;
}

/**
 * What the menu “More” lists: in a narrow window also Live and the arrangements, on a small screen also
 * what other screens have beside the menu and in the status bar. A small screen has one arrangement.
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
