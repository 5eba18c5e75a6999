import { type Command, NOTHING_RUNS } from '#ui/commands.ts';
import type { ToolHandle } from '#ui/tools/tool.ts';
import { isRunning } from '#workspace/runState.ts';
import type { Debugger } from './debugger.tsx';
import type { DebuggerCommands } from './state.ts';

interface Action {
  readonly name: string;
  readonly keys?: readonly string[];
  /** What there has to be for it. */
  readonly needs: 'run' | 'trace' | 'debugger';
  readonly run: (commands: DebuggerCommands) => void;
}

const ACTIONS: readonly Action[] = [
  { name: 'inspect a pixel', needs: 'run', run: (debug) => debug.togglePicking() },
  { name: 'follow the pointer', needs: 'run', run: (debug) => debug.toggleFollowing() },
  { name: 'choose a thread', needs: 'run', run: (debug) => debug.open() },
  { name: 'find non-finite values', needs: 'run', run: (debug) => debug.search('non-finite') },
  {
    name: 'find values out of range',
    needs: 'run',
    run: (debug) => debug.search('out-of-range'),
  },
  { name: 'heat map of executed statements', needs: 'run', run: (debug) => debug.search('cost') },
  { name: 'step forward', keys: ['F11'], needs: 'trace', run: (debug) => debug.forward() },
  { name: 'step back', keys: ['Shift+F10'], needs: 'trace', run: (debug) => debug.back() },
  { name: 'step over', keys: ['F10'], needs: 'trace', run: (debug) => debug.over() },
  { name: 'step out', keys: ['Shift+F11'], needs: 'trace', run: (debug) => debug.out() },
  { name: 'first step', needs: 'trace', run: (debug) => debug.first() },
  { name: 'last step', needs: 'trace', run: (debug) => debug.last() },
  {
    name: 'run to cursor',
    keys: ['Ctrl+F10'],
    needs: 'trace',
    run: (debug) => debug.runToCursor(),
  },
  {
    name: 'continue to the next breakpoint',
    keys: ['Ctrl+F5'],
    needs: 'trace',
    run: (debug) => debug.continue(),
  },
  {
    name: 'continue to the previous breakpoint',
    keys: ['Ctrl+Shift+F5'],
    needs: 'trace',
    run: (debug) => debug.continueBack(),
  },
  { name: 'next non-finite value', needs: 'trace', run: (debug) => debug.nextNonFinite() },
  { name: 'next frame', needs: 'trace', run: (debug) => debug.nextFrame() },
  { name: 'stop', needs: 'debugger', run: (debug) => debug.stop() },
];

/** The debugger loads when the first of its commands runs. */
export function debuggerCommands({
  context,
  store,
  use,
}: ToolHandle<Debugger>): readonly Command[] {
  const tool = store.getState();
  const debug = tool.kind === 'loaded' ? tool.loaded.session.store.getState() : null;
  const missing: Readonly<Record<Action['needs'], string | null>> = {
    run: isRunning(context.workspace.store.getState()) ? null : NOTHING_RUNS,
    trace: (debug?.shown?.step ?? -1) >= 0 ? null : 'Trace a thread first.',
    debugger: debug?.isOpen ? null : 'The debugger is not open.',
  };
  return ACTIONS.map(({ name, keys, needs, run }) => ({
    id: `debugger:${name}`,
    title: `Debugger: ${name}`,
    group: 'Tools',
    ...(keys && { keys }),
    view: 'results',
    whyNot: () => missing[needs],
    run: () => use(({ session }) => run(session.commands)),
  }));
}
