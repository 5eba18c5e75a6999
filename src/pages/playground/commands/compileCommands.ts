import { COMPILE_TARGETS, compilesWholeProgram } from '#core/output/compileTarget.ts';
import type { Command } from '#ui/commands.ts';
import { type CommandContext, mainCommands } from './mainCommands.ts';

const GROUP = 'Run and compile';

export function compileCommands(context: CommandContext): readonly Command[] {
  const { workspace } = context;
  const compile = mainCommands(context).compile.run;
  return [
    {
      id: 'cancel',
      title: 'Cancel the compile',
      group: GROUP,
      whyNot: () =>
        workspace.store.getState().compilation.kind === 'compiling'
          ? null
          : 'The compiler has nothing to do.',
      run: workspace.cancelCompile,
    },
    ...targets(context, compile),
    ...entryPoints(context, compile),
  ];
}

function targets({ workspace }: CommandContext, compile: () => void): readonly Command[] {
  const chosen = workspace.store.getState().target;
  return COMPILE_TARGETS.filter((target) => target !== chosen).map((target) => ({
    id: `compile:${target}`,
    title: `Compile to ${target}`,
    group: GROUP,
    run() {
      workspace.selectTarget(target);
      compile();
    },
  }));
}

const PER_ENTRY_POINT = COMPILE_TARGETS.filter((target) => !compilesWholeProgram(target));

function entryPoints({ workspace }: CommandContext, compile: () => void): readonly Command[] {
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
      compile();
    },
  }));
}
