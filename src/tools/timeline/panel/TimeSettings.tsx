import { useStore } from 'zustand';
import type { Pace } from '#core/plan/runControls.ts';
import { MAX_SEED } from '#core/plan/runLimits.ts';
import type { TimelineSession } from '#tools/timeline/session/timelineSession.ts';
import { SPEEDS } from '#tools/timeline/state.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/icons.tsx';
import { Select } from '#ui/Select.tsx';
import { Setting, ToggleSetting } from '#ui/Setting.tsx';
import { NumberField } from './NumberField.tsx';

interface TimeSettingsProps {
  readonly session: TimelineSession;
}

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

const SEEDS = { what: 'a seed', max: MAX_SEED };

/** Seeds that "New seed" chooses from: short enough to be read out. */
const NEW_SEEDS = 1_000_000;

/** How the frames of a playing run follow each other, as far as its program depends on that. */
export function TimeSettings({ session }: TimeSettingsProps) {
  const changesOverTime = useStore(session.store, (state) => state.changesOverTime);
  const usesRandom = useStore(session.store, (state) => state.usesRandom);
  return (
    <>
      {changesOverTime && <PaceSettings session={session} />}
      {usesRandom && <SeedSetting session={session} />}
    </>
  );
}

function PaceSettings({ session }: TimeSettingsProps) {
  const { workspace } = session.context;
  const pace = useStore(workspace.store, (state) => state.pace);
  const isLooping = useStore(session.store, (state) => state.loop.isOn);
  const change = (part: Partial<Pace>) => workspace.setPace({ ...pace, ...part });
  return (
    <>
      <Setting name="Speed">
        <Select
          label="Speed"
          hint="How fast time passes"
          value={String(pace.speed)}
          options={SPEED_OPTIONS}
          onChange={(value) => change({ speed: Number(value) })}
        />
      </Setting>
      <Setting name="Highest rate">
        <Select
          label="Highest rate"
          hint="Draw no more frames a second than this"
          value={RATES.find(({ maxRate }) => maxRate === pace.maxRate)?.value ?? null}
          options={RATES}
          onChange={(chosen) => {
            const rate = RATES.find(({ value }) => value === chosen);
            if (rate) change({ maxRate: rate.maxRate });
          }}
        />
      </Setting>
      <ToggleSetting
        name="Fixed step"
        hint="Each frame is 1/60 s after the one before, and none is left out"
        isOn={pace.fixedStep}
        onToggle={() => change({ fixedStep: !pace.fixedStep })}
      />
      <ToggleSetting
        name="Loop"
        hint="Play a range of frames again and again: drag its two ends on the timeline"
        isOn={isLooping}
        onToggle={session.commands.toggleLoop}
      />
    </>
  );
}

/** The seed of the numbers of RAND. */
function SeedSetting({ session }: TimeSettingsProps) {
  const { workspace } = session.context;
  const seed = useStore(workspace.store, (state) => state.seed);
  return (
    <Setting name="Random seed">
      <Button
        kind="icon"
        label="New seed"
        hint="Run again with other random numbers"
        onClick={() => workspace.setSeed(Math.floor(Math.random() * NEW_SEEDS))}
      >
        <DieIcon />
      </Button>
      <NumberField
        label="Random seed"
        hint="Seed of the numbers of RAND: the same seed gives the same numbers"
        value={seed}
        range={SEEDS}
        onCommit={workspace.setSeed}
      />
    </Setting>
  );
}

function DieIcon() {
  return (
    <Icon>
      <rect x="2.5" y="2.5" width="11" height="11" rx="2" />
      <path d="M5.6 5.6h.01M10.4 10.4h.01M8 8h.01M10.4 5.6h.01M5.6 10.4h.01" strokeWidth="1.9" />
    </Icon>
  );
}
