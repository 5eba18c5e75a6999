import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import type { Pace } from '#core/plan/runControls.ts';
import { MAX_FRAME, MAX_SEED } from '#core/project/runView.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import styles from '#tools/timeline/panel/Timeline.module.css';
import { Track } from '#tools/timeline/panel/Track.tsx';
import {
  createTimelineSession,
  type TimelineSession,
} from '#tools/timeline/session/timelineSession.ts';
import { Button } from '#ui/Button.tsx';
import { type Command, whyNothingRuns } from '#ui/commands.ts';
import { Icon } from '#ui/icons.tsx';
import { ProgressBar } from '#ui/ProgressBar.tsx';
import { pressButton } from '#ui/pressButton.ts';
import { Select } from '#ui/Select.tsx';
import { Setting, ToggleSetting } from '#ui/Setting.tsx';
import { type Notice, Tooltip } from '#ui/Tooltip.tsx';
import type { LoadedTool, ToolContext } from '#ui/tools/tool.ts';
import { isRunning, shownRun } from '#workspace/runState.ts';
import { SPEEDS } from './state.ts';

export function createTimeline(context: ToolContext): LoadedTool {
  const session = createTimelineSession(context);
  return {
    parts: {
      'picture bar edge': () => <TimelineEdge session={session} />,
      'picture frame': () => <FrameField session={session} />,
      'picture settings': () => <TimeSettings session={session} />,
    },
    commands: () => timelineCommands(session),
  };
}

function timelineCommands(session: TimelineSession): readonly Command[] {
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
      detail: 'Each frame is 1/60 s after the previous one',
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

interface TimelineEdgeProps {
  readonly session: TimelineSession;
}

/** The timeline, with messages above it. */
function TimelineEdge({ session }: TimelineEdgeProps) {
  return (
    <>
      <Track session={session} />
      <ReplayStatus session={session} />
      <ProblemStatus session={session} />
    </>
  );
}

function ReplayStatus({ session }: TimelineEdgeProps) {
  const replay = useStore(session.store, (state) => state.replay);
  if (!replay) return null;
  const { frame, wanted } = replay;
  return (
    <div className={styles['status']} data-late="">
      <span className={styles['text']}>{`Replaying frame ${frame} of ${wanted}`}</span>
      <span className={styles['progress']}>
        <ProgressBar label="Replaying frames" fraction={wanted === 0 ? null : frame / wanted} />
      </span>
      <Button kind="small" hint="Stay at the current frame" onClick={session.commands.cancel}>
        Cancel
      </Button>
    </div>
  );
}

function ProblemStatus({ session }: TimelineEdgeProps) {
  const problem = useStore(session.store, (state) => state.problem);
  if (problem === null) return null;
  return (
    <div className={styles['status']} role="alert">
      <span className={styles['text']} title={problem}>
        {problem}
      </span>
      <Button kind="small" onClick={session.commands.dismissProblem}>
        Close
      </Button>
    </div>
  );
}

const FRAMES = { what: 'a frame', max: MAX_FRAME };

/** Lies over the frame number. A press turns it into a field for another number. */
function FrameField({ session }: { readonly session: TimelineSession }) {
  const { store } = session.context.workspace;
  const running = useStore(store, isRunning);
  const isPlaying = useStore(store, (state) => shownRun(state).playback === 'playing');
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (!running) return null;
  if (!isOpen) {
    return (
      <button
        ref={button}
        type="button"
        className={styles['counter']}
        aria-label="Go to a frame"
        data-playing={isPlaying}
        title="Frame number. Press to go to another frame"
        onClick={() => setIsOpen(true)}
      />
    );
  }
  const close = () => {
    flushSync(() => setIsOpen(false));
    button.current?.focus();
  };
  return (
    <span className={styles['frame']}>
      <NumberField
        label="Go to frame"
        hint="Enter pauses at this frame, Escape cancels"
        placeholder="Frame"
        range={FRAMES}
        takesFocus
        onCommit={(frame) => {
          close();
          session.commands.goTo(frame);
        }}
        onEscape={close}
        onLeave={() => setIsOpen(false)}
      />
    </span>
  );
}

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

/** Range of seeds for "New seed": small enough to read out. */
const NEW_SEEDS = 1_000_000;

/** The settings for the timing of frames, as far as they affect the program. */
function TimeSettings({ session }: TimeSettingsProps) {
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
          hint="Maximum number of frames per second"
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
        hint="Each frame is 1/60 s after the previous one, and none is skipped"
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

function SeedSetting({ session }: TimeSettingsProps) {
  const { workspace } = session.context;
  const seed = useStore(workspace.store, (state) => state.seed);
  return (
    <Setting name="Random seed">
      <Button
        kind="icon"
        label="New seed"
        hint="Run again with different random numbers"
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

interface NumberFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly placeholder?: string;
  /** The value while the user is not typing; empty if omitted. */
  readonly value?: number;
  readonly range: WholeRange;
  /** Whether the field takes the focus when it appears. */
  readonly takesFocus?: boolean;
  readonly onCommit: (value: number) => void;
  /** Called on Escape. If omitted, Escape restores the value. */
  readonly onEscape?: () => void;
  readonly onLeave?: () => void;
}

/** A field for a whole number, confirmed with Enter. */
function NumberField(props: NumberFieldProps) {
  const { label, hint, placeholder, value, range, takesFocus, onCommit } = props;
  const { onEscape, onLeave } = props;
  const field = useRef<HTMLInputElement>(null);
  const [notice, setNotice] = useState<Notice | null>(null);
  useLayoutEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  const restore = () => {
    if (field.current) field.current.value = value === undefined ? '' : String(value);
  };
  const commit = (input: HTMLInputElement) => {
    if (input.value === String(value ?? '') && !input.validity.badInput) return;
    const read = readWhole(input.validity.badInput ? null : input.value, range);
    if (!read.ok) {
      setNotice({ text: read.error });
      return;
    }
    setNotice(null);
    onCommit(read.value);
    restore();
  };
  return (
    <>
      <input
        // Replaces the typed text when the value changes elsewhere.
        key={value}
        ref={field}
        className={`field ${styles['number']}`}
        type="number"
        min={0}
        max={range.max}
        step={1}
        aria-label={label}
        title={hint}
        placeholder={placeholder}
        defaultValue={value}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit(event.currentTarget);
          else if (event.key === 'Escape') (onEscape ?? restore)();
          else return;
          // Keeps the key from activating the next focused element, and from closing a dialog.
          event.preventDefault();
        }}
        onBlur={(event) => {
          if (value !== undefined) commit(event.currentTarget);
          onLeave?.();
        }}
      />
      <Tooltip notice={notice} anchor={field} onHide={() => setNotice(null)} />
    </>
  );
}

interface WholeRange {
  /** Describes the number, such as `a frame`. */
  readonly what: string;
  readonly max: number;
}

/**
 * Parses the text of a field.
 *
 * @param text null if it is not a number
 */
export function readWhole(text: string | null, { what, max }: WholeRange): Result<number> {
  const value = text === null || text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isInteger(value) && value >= 0 && value <= max) return ok(value);
  const typed = Number.isNaN(value) ? 'This' : text;
  return fail(`${typed} is not ${what}. Type a whole number from 0 to ${max}.`);
}
