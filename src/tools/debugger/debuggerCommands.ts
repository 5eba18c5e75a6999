import { assertNever } from '#core/util/assertNever.ts';
import { type Command, whyNothingRuns } from '#ui/commands.ts';
import type { ToolHandle } from '#ui/tools/tool.ts';
import type { ButtonIcon } from './panel/icons.tsx';
import type { DebuggerCommands, DebuggerSession } from './session/debuggerSession.ts';
import type { DebuggerState } from './state.ts';

/** What must exist before a command can run. */
type Needs = 'run' | 'trace' | 'target' | 'debugger';

/** A command as the palette, the toolbar, the keyboard and Help use it. */
export interface DebuggerCommand {
  /** Unique. The palette puts “Debugger: ” before it, unless it has a name of its own. */
  readonly title: string;
  readonly name?: string;
  /** Active while the debugger is open. Plain F5 always means Run. */
  readonly keys?: readonly string[];
  /** Whether the keys type text in fields and in the source, so that they work elsewhere only. */
  readonly typesText?: true;
  /** What the keys do, for Help. Commands with the same text share a row. */
  readonly help?: string;
  readonly needs: Needs;
  readonly button?: {
    readonly label: string;
    readonly hint: string;
    readonly icon: ButtonIcon;
    /** Why the step did not change, as a sentence. */
    readonly stayed?: string;
  };
  readonly run: (debug: DebuggerCommands) => void;
}

/** In the order of the toolbar's buttons. */
export const DEBUGGER_COMMANDS: readonly DebuggerCommand[] = [
  { title: 'inspect a pixel', needs: 'run', run: (debug) => debug.togglePicking() },
  { title: 'follow the pointer', needs: 'run', run: (debug) => debug.toggleFollowing() },
  { title: 'debug this thread', needs: 'run', run: (debug) => debug.debugThread() },
  { title: 'choose a thread', needs: 'run', run: (debug) => debug.open() },
  {
    title: 'find non-finite values',
    needs: 'run',
    run: (debug) => debug.search('non-finite'),
  },
  {
    title: 'find values out of range',
    needs: 'run',
    run: (debug) => debug.search('out-of-range'),
  },
  {
    title: 'heat map of executed statements',
    needs: 'run',
    run: (debug) => debug.search('cost'),
  },
  { title: 'find races', needs: 'run', run: (debug) => debug.search('races') },
  {
    title: 'paint value',
    name: 'Paint value',
    keys: ['P'],
    typesText: true,
    help: 'Paint the value at the cursor (not while you type text)',
    needs: 'run',
    run: (debug) => debug.paintValue(),
  },
  {
    title: 'first step',
    needs: 'trace',
    button: { label: 'First step', hint: 'Go to the first step', icon: 'toStart' },
    run: (debug) => debug.first(),
  },
  {
    title: 'continue to the previous breakpoint',
    keys: ['Ctrl+Shift+F5'],
    help: 'Continue to the next or previous breakpoint',
    needs: 'trace',
    button: {
      label: 'Continue back',
      hint: 'Go back to the previous breakpoint',
      icon: 'continueBack',
      stayed: 'The thread reaches no breakpoint before this step.',
    },
    run: (debug) => debug.continueBack(),
  },
  {
    title: 'step back',
    keys: ['Shift+F10'],
    help: 'Go one step forward or back',
    needs: 'trace',
    button: { label: 'Step back', hint: 'Go one step back (Shift+F10)', icon: 'stepBack' },
    run: (debug) => debug.back(),
  },
  {
    title: 'step forward',
    keys: ['F11'],
    help: 'Go one step forward or back',
    needs: 'trace',
    button: {
      label: 'Step forward',
      hint: 'Go one step forward, into calls (F11)',
      icon: 'stepForward',
    },
    run: (debug) => debug.forward(),
  },
  {
    title: 'step over',
    keys: ['F10'],
    help: 'Go one step forward, past calls',
    needs: 'trace',
    button: { label: 'Step over', hint: 'Go one step forward, past calls (F10)', icon: 'over' },
    run: (debug) => debug.over(),
  },
  {
    title: 'step out',
    keys: ['Shift+F11'],
    help: 'Go to the end of the function',
    needs: 'trace',
    button: {
      label: 'Step out',
      hint: 'Go to the end of this function (Shift+F11)',
      icon: 'out',
    },
    run: (debug) => debug.out(),
  },
  {
    title: 'continue to the next breakpoint',
    keys: ['Ctrl+F5'],
    help: 'Continue to the next or previous breakpoint',
    needs: 'trace',
    button: {
      label: 'Continue to next breakpoint',
      hint: 'Go on to the next breakpoint',
      icon: 'continue',
      stayed: 'The thread reaches no breakpoint after this step.',
    },
    run: (debug) => debug.continue(),
  },
  {
    title: 'last step',
    needs: 'trace',
    button: { label: 'Last step', hint: 'Go to the last step', icon: 'lastStep' },
    run: (debug) => debug.last(),
  },
  {
    title: 'run to cursor',
    keys: ['Ctrl+F10'],
    help: 'Go to the next step on the cursor’s line',
    needs: 'trace',
    button: {
      label: 'Run to cursor',
      hint: 'Go to the next step on the cursor’s line',
      icon: 'toCursor',
      stayed: 'The thread does not reach the cursor’s line after this step.',
    },
    run: (debug) => debug.runToCursor(),
  },
  {
    title: 'next non-finite value',
    needs: 'trace',
    button: {
      label: 'Next non-finite value',
      hint: 'Go to the next NaN or infinity',
      icon: 'nonFinite',
      stayed: 'The thread has no NaN or infinity after this step.',
    },
    run: (debug) => debug.nextNonFinite(),
  },
  {
    title: 'next frame',
    needs: 'target',
    button: {
      label: 'Next frame',
      hint: 'Draw the next frame and trace the thread in it',
      icon: 'nextFrame',
    },
    run: (debug) => debug.nextFrame(),
  },
  {
    title: 'stop',
    needs: 'debugger',
    button: { label: 'Stop debugging', hint: 'Close the debugger', icon: 'stop' },
    run: (debug) => debug.stop(),
  },
];

/** Why the command is unavailable; null if it can run. */
export function whyNotNow({ needs }: DebuggerCommand, state: DebuggerState | null): string | null {
  switch (needs) {
    case 'run':
      return null;
    case 'trace':
      return (state?.shown?.step ?? -1) >= 0 ? null : 'Trace a thread first.';
    case 'target':
      return state?.target ? null : 'Trace a thread first.';
    case 'debugger':
      return state?.isOpen ? null : 'The debugger is not open.';
    default:
      return assertNever(needs);
  }
}

/** For the palette and Help. Running one of them loads the debugger. */
export function debuggerCommands({
  context,
  store,
  use,
}: ToolHandle<{ readonly session: DebuggerSession }>): readonly Command[] {
  const tool = store.getState();
  const debug = tool.kind === 'loaded' ? tool.loaded.session.store.getState() : null;
  const whyNoRun = whyNothingRuns(context.workspace.store.getState());
  return DEBUGGER_COMMANDS.map((command) => ({
    id: `debugger:${command.title}`,
    title: command.name ?? `Debugger: ${command.title}`,
    group: 'Tools',
    ...(command.keys && { keys: command.keys }),
    ...(command.help && { help: command.help }),
    helpGroup: 'While the debugger is open',
    view: 'results',
    whyNot: () => (command.needs === 'run' ? whyNoRun : whyNotNow(command, debug)),
    run: () => use(({ session }) => command.run(session.commands)),
  }));
}
