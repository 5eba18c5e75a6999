import { useCallback } from 'react';
import { COMPILE_TARGETS, compilesWholeProgram } from '#core/output/compileTarget.ts';
import type { Resolution } from '#core/plan/runControls.ts';
import { GALLERY } from '#core/slang/demos/gallery.ts';
import { arrangeCommands } from '#pages/playground/layout/arrangements.ts';
import { allCommands, type Command, whyNothingRuns } from '#ui/commands.ts';
import { Palette } from '#ui/palette/Palette.tsx';
import { closeDialog } from '#ui/tools/openDialog.ts';
import { useTools } from '#ui/tools/Slot.tsx';
import { shownRun } from '#workspace/runState.ts';
import { RESULT_TABS, visibleTabs } from '#workspace/tabs.ts';
import { type CommandContext, mainCommands } from './mainCommands.ts';

interface CommandPaletteProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly context: CommandContext;
}

/** A palette with the commands of the page, its tools and its visible parts. */
export function CommandPalette({ open, onClose, context }: CommandPaletteProps) {
  const tools = useTools();
  const load = useCallback(
    async () => [
      ...pageCommands(context),
      ...tools.flatMap((tool) => tool.commands()),
      ...(await allCommands()),
    ],
    [context, tools],
  );
  if (!open) return null;
  return (
    <Palette onClose={onClose} load={load} onRun={(command) => runCommand(command, context)} />
  );
}

/** Closes whatever covers the page, except full screen if the command is about the picture. */
function runCommand(command: Command, { showView }: CommandContext): void {
  closeDialog();
  if (command.group !== 'Picture' && document.fullscreenElement) void document.exitFullscreen();
  if (command.view) showView(command.view);
  command.run();
}

/** The commands for the page's current state. Tools and parts of the page add their own. */
export function pageCommands(context: CommandContext): readonly Command[] {
  const lists = [
    compileCommands,
    pictureCommands,
    resultCommands,
    arrangeCommands,
    openingCommands,
  ];
  return [...Object.values(mainCommands(context)), ...lists.flatMap((list) => list(context))];
}

function resultCommands({ workspace }: CommandContext): readonly Command[] {
  const state = workspace.store.getState();
  const visible = visibleTabs(state);
  return RESULT_TABS.map((tab) => ({
    id: `tab:${tab.id}`,
    title: `Show ${tab.title}`,
    group: 'Results',
    view: 'results',
    whyNot: () => (visible.includes(tab) ? null : tab.absent),
    run: () => workspace.selectTab(tab.id),
  }));
}

function openingCommands(context: CommandContext): readonly Command[] {
  return [...pages(context), ...demos(context)];
}

function pages({ showView }: CommandContext): readonly Command[] {
  return [
    { id: 'source', title: 'Show the source', group: 'Editor', run: () => showSource(showView) },
  ];
}

function showSource(showView: CommandContext['showView']): void {
  showView('source');
  document.querySelector<HTMLElement>('[aria-label="Shader source"]')?.focus();
}

function demos({ workspace, showView }: CommandContext): readonly Command[] {
  return GALLERY.map(({ name, url, summary, features }) => ({
    id: `demo:${url}`,
    title: `Open demo: ${name}`,
    detail: `${summary} ${features.join(', ')}`,
    group: 'Demos',
    run() {
      showView('results');
      void workspace.openDemo(url);
    },
  }));
}

const GROUP = 'Picture' as const;

const RESOLUTIONS: readonly { readonly resolution: Resolution; readonly title: string }[] = [
  { resolution: 0.5, title: 'Half resolution' },
  { resolution: 1, title: 'Full resolution' },
  { resolution: 'device', title: 'Resolution of the device' },
];

function pictureCommands({ workspace }: CommandContext): readonly Command[] {
  const state = workspace.store.getState;
  const isPaused = shownRun(state()).playback === 'paused';
  const whyNot = () => whyNothingRuns(state());
  return [
    isPaused
      ? { id: 'resume', title: 'Resume', group: GROUP, whyNot, run: workspace.resume }
      : { id: 'pause', title: 'Pause', group: GROUP, whyNot, run: workspace.pause },
    {
      id: 'step forward',
      title: 'Step one frame forward',
      group: GROUP,
      whyNot,
      run: () => workspace.step(1),
    },
    {
      id: 'step backward',
      title: 'Step one frame backward',
      group: GROUP,
      whyNot,
      run: () => workspace.step(-1),
    },
    { id: 'reset', title: 'Go back to frame 0', group: GROUP, whyNot, run: workspace.resetFrame },
    {
      id: 'reset uniforms',
      title: 'Reset all uniforms',
      group: GROUP,
      whyNot: () =>
        shownRun(state()).uniforms.length > 0 ? null : 'The shader has no uniforms to set.',
      run: () => workspace.resetUniforms(),
    },
    ...RESOLUTIONS.map(({ resolution, title }) => ({
      id: `resolution:${resolution}`,
      title,
      group: GROUP,
      whyNot: () => (state().resolution === resolution ? 'This is the resolution now.' : null),
      run: () => workspace.setResolution(resolution),
    })),
  ];
}

const COMPILE_GROUP = 'Run and compile';

function compileCommands(context: CommandContext): readonly Command[] {
  const { workspace } = context;
  const compile = mainCommands(context).compile.run;
  return [
    {
      id: 'cancel',
      title: 'Cancel the compile',
      group: COMPILE_GROUP,
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
    group: COMPILE_GROUP,
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
    group: COMPILE_GROUP,
    whyNot: () => whyNot,
    run() {
      workspace.selectEntryPoint(name);
      compile();
    },
  }));
}
