import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useStore } from 'zustand';
import type { FrameStats, Resolution } from '#core/plan/runControls.ts';
import { Button } from '#ui/Button.tsx';
import { addCommands } from '#ui/commands.ts';
import {
  FullScreenIcon,
  LeaveFullScreenIcon,
  PauseIcon,
  PlayIcon,
  SettingsIcon,
  StepBackIcon,
  StepForwardIcon,
  ToStartIcon,
} from '#ui/icons.tsx';
import { Popover } from '#ui/Popover.tsx';
import { Select, type SelectOption } from '#ui/Select.tsx';
import { Setting } from '#ui/Setting.tsx';
import { Slot } from '#ui/tools/Slot.tsx';
import { isRunning, shownRun } from '#workspace/runState.ts';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './PicturePanel.module.css';

interface FrameFigure {
  /** The accessible name, which tests and scripts rely on. */
  readonly label: string;
  readonly hint: string;
  /** Shown until the first frame. */
  readonly none: string;
  /** Shows `none` once no more frames arrive; other figures keep the last picture's values. */
  readonly isRate?: boolean;
  text(stats: FrameStats): string;
}

/**
 * In the bar's order: at least five digits, seconds with two decimals, whole frames per second, and
 * milliseconds with one decimal (specification, section 2).
 */
export const FIGURES = {
  frame: {
    label: 'Frame',
    hint: 'Frame number',
    none: '00000',
    text: ({ frame }) => String(frame).padStart(5, '0'),
  },
  time: {
    label: 'Time',
    hint: 'Time of the run in seconds, the value of TIME',
    none: '0.00 s',
    text: ({ time }) => `${time.toFixed(2)} s`,
  },
  framesPerSecond: {
    label: 'Frames per second',
    hint: 'Frames per second, capped at 60',
    none: '– fps',
    isRate: true,
    text: ({ framesPerSecond }) =>
      Number.isFinite(framesPerSecond) ? `${Math.round(framesPerSecond)} fps` : '– fps',
  },
  frameTime: {
    label: 'Frame time',
    hint: 'Time between frames, averaged over the last 20',
    none: '– ms',
    isRate: true,
    text: ({ frameTime }) => (Number.isFinite(frameTime) ? `${frameTime.toFixed(1)} ms` : '– ms'),
  },
  canvasSize: {
    label: 'Canvas size',
    hint: 'Width × height of the picture in pixels',
    none: '– × –',
    text: ({ width, height }) => `${width} × ${height}`,
  },
} satisfies Readonly<Record<string, FrameFigure>>;

interface PlaybackBarProps {
  readonly workspace: Workspace;
  readonly fullScreen: FullScreen;
}

/** Playback buttons and figures on the left; tools, full screen and settings on the right. */
export function PlaybackBar({ workspace, fullScreen }: PlaybackBarProps) {
  return (
    <div className={styles['bar']} role="toolbar" aria-label="Playback">
      <div className={styles['edge']}>
        <Slot name="picture bar edge" />
      </div>
      <div className={styles['buttons']}>
        <PlaybackButtons workspace={workspace} />
      </div>
      <div className={styles['figures']}>
        <FigureOutputs workspace={workspace} />
      </div>
      <div className={styles['buttons']}>
        <Slot name="picture bar" />
        <Button
          kind="icon"
          label="Toggle full screen"
          hint={fullScreenHint(fullScreen)}
          pressed={fullScreen.active}
          disabled={!fullScreen.supported}
          onClick={fullScreen.toggle}
        >
          {fullScreen.active ? <LeaveFullScreenIcon /> : <FullScreenIcon />}
        </Button>
        <PictureSettings workspace={workspace} />
      </div>
    </div>
  );
}

function PlaybackButtons({ workspace }: { readonly workspace: Workspace }) {
  const paused = useStore(workspace.store, (state) => shownRun(state).playback === 'paused');
  const running = useStore(workspace.store, isRunning);
  return (
    <>
      <Button
        kind="icon"
        label="Reset frame to 0"
        hint="Go back to frame 0"
        disabled={!running}
        onClick={workspace.resetFrame}
      >
        <ToStartIcon />
      </Button>
      <Button
        kind="icon"
        label="Step backward"
        hint="Pause and go one frame back"
        disabled={!running}
        onClick={() => workspace.step(-1)}
      >
        <StepBackIcon />
      </Button>
      <Button
        kind="icon"
        label={paused ? 'Resume' : 'Pause'}
        hint={paused ? 'Resume' : 'Pause'}
        disabled={!running}
        onClick={paused ? workspace.resume : workspace.pause}
      >
        {paused ? <PlayIcon /> : <PauseIcon />}
      </Button>
      <Button
        kind="icon"
        label="Step forward"
        hint="Pause and go one frame forward"
        disabled={!running}
        onClick={() => workspace.step(1)}
      >
        <StepForwardIcon />
      </Button>
    </>
  );
}

function fullScreenHint({ supported, active }: FullScreen): string {
  if (!supported) return NOT_SUPPORTED;
  return active ? 'Exit full screen (Escape)' : 'Show in full screen';
}

const NAMED: readonly (readonly [name: string, figure: FrameFigure])[] = Object.entries(FIGURES);

/** The newest frame's figures. A narrow bar hides the last ones. */
function FigureOutputs({ workspace }: { readonly workspace: Workspace }) {
  const outputs = useRef(new Map<FrameFigure, HTMLOutputElement>());

  useEffect(
    () =>
      // Updated without React, because they change in every frame.
      workspace.onFrame((stats) => {
        for (const [figure, output] of outputs.current) {
          if (!stats && !figure.isRate) continue;
          const text = stats ? figure.text(stats) : figure.none;
          if (output.textContent !== text) output.textContent = text;
        }
      }),
    [workspace],
  );

  return NAMED.map(([name, figure]) => (
    <span key={name} className={styles['figure']} data-figure={name}>
      <output
        ref={(output) => {
          if (!output) return undefined;
          const { current } = outputs;
          current.set(figure, output);
          return () => {
            current.delete(figure);
          };
        }}
        aria-label={figure.label}
        aria-live="off"
        title={figure.hint}
      >
        {figure.none}
      </output>
      {figure === FIGURES.frame && <Slot name="picture frame" />}
    </span>
  ));
}

/** A button with a settings dialog beside it, which tools add to. */
function PictureSettings({ workspace }: { readonly workspace: Workspace }) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const resolution = useStore(workspace.store, (state) => state.resolution);
  useLayoutEffect(() => {
    if (isOpen) popup.current?.querySelector<HTMLElement>('select, button')?.focus();
  }, [isOpen]);
  return (
    <>
      <Button
        ref={button}
        kind="icon"
        label="Picture settings"
        hint="Picture settings, such as speed and resolution"
        opens="dialog"
        expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <SettingsIcon />
      </Button>
      {isOpen && (
        <Popover
          anchor={button}
          popup={popup}
          content={popup}
          className={styles['popup']}
          aria-label="Picture settings"
          onClose={() => setIsOpen(false)}
        >
          <h2 className={styles['title']}>Picture settings</h2>
          <Slot name="picture settings" />
          <Setting name="Resolution">
            <Select
              label="Resolution"
              hint="Set the picture’s pixels per CSS pixel"
              value={String(resolution)}
              options={RESOLUTION_OPTIONS}
              onChange={(value) => {
                const chosen = resolutionOf(value);
                if (chosen !== null) workspace.setResolution(chosen);
              }}
            />
          </Setting>
        </Popover>
      )}
    </>
  );
}

const RESOLUTION_OPTIONS: readonly SelectOption[] = [
  { value: '0.5', text: '½×' },
  { value: '1', text: '1×' },
  { value: 'device', text: 'Device' },
];

function resolutionOf(value: string): Resolution | null {
  switch (value) {
    case '0.5':
      return 0.5;
    case '1':
      return 1;
    case 'device':
      return 'device';
    default:
      return null;
  }
}

type FullScreen = ReturnType<typeof useFullScreen>;

const NOT_SUPPORTED = 'This browser does not support full screen for pages';

function subscribe(onChange: () => void): () => void {
  document.addEventListener('fullscreenchange', onChange);
  return () => document.removeEventListener('fullscreenchange', onChange);
}

/** Switches an element to full screen and back. The browser itself exits on Escape. */
export function useFullScreen(element: RefObject<HTMLElement | null>) {
  const active = useSyncExternalStore(
    subscribe,
    () => element.current !== null && document.fullscreenElement === element.current,
  );
  const toggle = useCallback(() => {
    const shown = element.current;
    const change =
      document.fullscreenElement === shown ? document.exitFullscreen() : shown?.requestFullscreen();
    change?.catch((thrown: unknown) => console.warn('Full screen was refused:', thrown));
  }, [element]);
  useEffect(() => {
    const whyNot = () => (document.fullscreenEnabled ? null : NOT_SUPPORTED);
    return addCommands(() => [
      {
        id: 'full screen',
        title: 'Toggle full screen',
        group: 'Picture',
        view: 'results',
        whyNot,
        run: toggle,
      },
    ]);
  }, [toggle]);
  return {
    /** False on phones whose browsers allow full screen only for videos. */
    supported: document.fullscreenEnabled,
    active /** Only logs a warning where the browser forbids it, as in a frame without permission. */,
    toggle,
  };
}
