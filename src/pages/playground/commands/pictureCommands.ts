import type { Resolution } from '#core/plan/runControls.ts';
import { type Command, whyNothingRuns } from '#ui/commands.ts';
import { shownRun } from '#workspace/runState.ts';
import type { CommandContext } from './mainCommands.ts';

const GROUP = 'Picture' as const;

const RESOLUTIONS: readonly { readonly resolution: Resolution; readonly title: string }[] = [
  { resolution: 0.5, title: 'Half resolution' },
  { resolution: 1, title: 'Full resolution' },
  { resolution: 'device', title: 'Resolution of the device' },
];

export function pictureCommands({ workspace }: CommandContext): readonly Command[] {
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
