import { COMPILE_TARGETS, compilesWholeProgram } from '#core/output/compileTarget.ts';
import type { Command } from '#ui/commands.ts';
import { PAGE_SHORTCUTS } from '#ui/shortcuts.ts';
import type { CommandContext } from './context.ts';

const GROUP = 'Run and compile';

export function compileCommands(context: CommandContext): readonly Command[] {
  return [...pageActions(context), ...targets(context), ...entryPoints(context)];
}

function pageActions({ workspace, actions }: CommandContext): readonly Command[] {
  const state = workspace.store.getState;
  return [
    {
      id: 'run',
      title: 'Run',
      group: GROUP,
      ...PAGE_SHORTCUTS.run,
      whyNot() {
        const { gpu } = state();
        return gpu.kind === 'unavailable' ? (gpu.reason.split('\n')[0] ?? '') : null;
      },
      run: actions.run,
    },
    {
      id: `compile:${state().target}`,
      title: `Compile to ${state().target}`,
      group: GROUP,
      ...PAGE_SHORTCUTS.compile,
      run: actions.compile,
    },
    {
      id: 'live',
      title: state().live ? 'Turn Live off' : 'Turn Live on',
      detail: 'Live updates the running shader as you type',
      group: GROUP,
      ...PAGE_SHORTCUTS.toggleLive,
      run: actions.toggleLive,
    },
    {
      id: 'cancel',
      title: 'Cancel the compile',
      group: GROUP,
      whyNot: () =>
        state().compilation.kind === 'compiling' ? null : 'The compiler has nothing to do.',
      run: workspace.cancelCompile,
    },
  ];
}

function targets({ workspace, actions }: CommandContext): readonly Command[] {
  const chosen = workspace.store.getState().target;
  return COMPILE_TARGETS.filter((target) => target !== chosen).map((target) => ({
    id: `compile:${target}`,
    title: `Compile to ${target}`,
    group: GROUP,
    run() {
      workspace.selectTarget(target);
      actions.compile();
    },
  }));
}

const PER_ENTRY_POINT = COMPILE_TARGETS.filter((target) => !compilesWholeProgram(target));

function entryPoints({ workspace, actions }: CommandContext): readonly Command[] {
  const { target } = workspace.store.getState();
  const whyNot = compilesWholeProgram(target)
    ? `${target} compiles all entry points together. Compile to ${PER_ENTRY_POINT.join(', ')} for one.`
    : null;
  return workspace.store.getState().entryPoints.map(({ name, stage }) => ({
    id: `entry point:${name}`,
    title: `Compile entry point ${name}`,
    detail: stage,
    group: GROUP,
    whyNot: () => whyNot,
    run() {
      workspace.selectEntryPoint(name);
      actions.compile();
    },
  }));
}
