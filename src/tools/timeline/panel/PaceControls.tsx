import { useStore } from 'zustand';
import type { Pace } from '#core/plan/runControls.ts';
import type { TimelineSession } from '#tools/timeline/session/timelineSession.ts';
import { SPEEDS } from '#tools/timeline/state.ts';
import { Button } from '#ui/Button.tsx';
import { Select } from '#ui/Select.tsx';
import { FixedStepIcon, LoopIcon } from './icons.tsx';

const SPEED_OPTIONS = SPEEDS.map((speed) => ({ value: String(speed), text: `${speed}×` }));

const RATES: readonly {
  readonly value: string;
  readonly text: string;
  readonly maxRate: Pace['maxRate'];
}[] = [
  { value: '30', text: '30 fps', maxRate: 30 },
  { value: '60', text: '60 fps', maxRate: 60 },
  { value: 'display', text: 'Display', maxRate: null },
];

/** How the frames of a playing run follow each other. */
export function PaceControls({ session }: { readonly session: TimelineSession }) {
  const { workspace } = session.context;
  const pace = useStore(workspace.store, (state) => state.pace);
  const isLooping = useStore(session.store, (state) => state.loop.isOn);
  const change = (part: Partial<Pace>) => workspace.setPace({ ...pace, ...part });
  return (
    <>
      <Button
        kind="icon"
        label="Loop"
        hint="Play a range of frames again and again: drag its two ends on the timeline"
        pressed={isLooping}
        onClick={session.commands.toggleLoop}
      >
        <LoopIcon />
      </Button>
      <Select
        label="Speed"
        hint="How fast time passes"
        value={String(pace.speed)}
        options={SPEED_OPTIONS}
        onChange={(value) => change({ speed: Number(value) })}
      />
      <Button
        kind="icon"
        label="Fixed step"
        hint="Fixed step: each frame is 1/60 s after the one before, and none is left out"
        pressed={pace.fixedStep}
        onClick={() => change({ fixedStep: !pace.fixedStep })}
      >
        <FixedStepIcon />
      </Button>
      <Select
        label="Maximum frame rate"
        hint="Draw no more frames a second than this"
        value={RATES.find(({ maxRate }) => maxRate === pace.maxRate)?.value ?? null}
        options={RATES}
        onChange={(chosen) => {
          const rate = RATES.find(({ value }) => value === chosen);
          if (rate) change({ maxRate: rate.maxRate });
        }}
      />
    </>
  );
}
