import { SPEEDS } from '#tools/timeline/state.ts';
import { type Command, whyNothingRuns } from '#ui/commands.ts';
import { pressButton } from '#ui/pressButton.ts';
import type { TimelineSession } from './timelineSession.ts';

/** The commands of the timeline as they are now. */
export function timelineCommands(session: TimelineSession): readonly Command[] {
  const { workspace } = session.context;
  const { pace } = workspace.store.getState();
  const { loop } = session.store.getState();
  const whyNot = () => whyNothingRuns(workspace.store.getState());
  const common = { group: 'Picture', view: 'results' } as const;
  return [
    {
      ...common,
      id: 'go to frame',
      title: 'Go to frame…',
      whyNot,
      run: () => pressButton('Go to a frame'),
    },
    {
      ...common,
      id: 'fixed step',
      title: pace.fixedStep ? 'Turn Fixed step off' : 'Turn Fixed step on',
      detail: 'Each frame is 1/60 s after the one before',
      run: () => workspace.setPace({ ...pace, fixedStep: !pace.fixedStep }),
    },
    {
      ...common,
      id: 'loop',
      title: loop.isOn ? 'Turn Loop off' : 'Turn Loop on',
      detail: 'Play a range of frames again and again',
      run: session.commands.toggleLoop,
    },
    ...SPEEDS.map((speed) => ({
      ...common,
      id: `speed:${speed}`,
      title: `Speed ${speed}×`,
      whyNot: () => (speed === pace.speed ? 'This is the speed now.' : null),
      run: () => workspace.setPace({ ...pace, speed }),
    })),
  ];
}
