import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { assertNever } from '#core/util/assertNever.ts';
import { ownValue } from '#core/util/ownValue.ts';
import type { Difference, Gain } from '#engine/gpu/differ.ts';
import type { Size } from '#engine/gpu/screen.ts';
import { Button } from '#ui/Button.tsx';
import { Select } from '#ui/Select.tsx';
import styles from './CompareOverlay.module.css';
import type {
  CompareCommands,
  CompareSession,
  CompareState,
  CompareView,
  Comparison,
  PictureOrigin,
  Pin,
} from './state.ts';

interface CompareOverlayProps {
  readonly session: CompareSession;
}

/** The comparison's overlay. Outside its controls, pointer events go to the picture. */
export function CompareOverlay({ session }: CompareOverlayProps) {
  const state = useStore(session.store);
  if (!state.isOn) return null;
  const { commands } = session;
  return (
    <div className={styles['overlay']}>
      {state.pin && (
        <>
          {state.view !== 'difference' && (
            <PinnedPicture pin={state.pin} shown={shownPart(state)} />
          )}
          {state.view === 'difference' && (
            <DifferencePicture
              session={session}
              // There is no difference image then.
              hidden={state.comparison.kind === 'sizes differ'}
            />
          )}
          {state.view === 'wipe' && (
            <WipeDivider percent={state.wipe} onChange={commands.setWipe} />
          )}
        </>
      )}
      <CompareStrip state={state} commands={commands} />
    </div>
  );
}

/** How much of the pinned picture is visible: percent of the width, from the left. */
function shownPart({ view, wipe }: CompareState): number {
  return view === 'wipe' ? wipe : 100;
}

interface PinnedPictureProps {
  readonly pin: NonNullable<CompareState['pin']>;
  readonly shown: number;
}

/** Drawn once. The wipe only changes the clipping. */
function PinnedPicture({ pin: { pixels }, shown }: PinnedPictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = pixels;
  useEffect(() => {
    const image = new ImageData(pixels.bytes, pixels.width, pixels.height);
    canvas.current?.getContext('2d')?.putImageData(image, 0, 0);
  }, [pixels]);
  return (
    <canvas
      ref={canvas}
      className={styles['picture']}
      role="img"
      aria-label="Pinned picture"
      style={{ clipPath: `inset(0 ${100 - shown}% 0 0)` }}
      {...{ width, height }}
    />
  );
}

interface DifferencePictureProps {
  readonly session: CompareSession;
  readonly hidden: boolean;
}

function DifferencePicture({ session, hidden }: DifferencePictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => (canvas.current ? session.attachCanvas(canvas.current) : undefined), [session]);
  return (
    <canvas
      ref={canvas}
      className={styles['picture']}
      role="img"
      aria-label="Difference from the pinned picture"
      hidden={hidden}
    />
  );
}

interface WipeDividerProps {
  /** In percent of the picture's width. */
  readonly percent: number;
  readonly onChange: (percent: number) => void;
}

function WipeDivider({ percent, onChange }: WipeDividerProps) {
  const drag = (event: PointerEvent<HTMLElement>) => {
    const { currentTarget: divider, clientX, pointerId } = event;
    const box = divider.parentElement?.getBoundingClientRect();
    if (!box?.width || !divider.hasPointerCapture(pointerId)) return;
    onChange(((clientX - box.left) / box.width) * 100);
  };
  const press = (event: KeyboardEvent) => {
    const moved = movedByKey(percent, event.key);
    if (moved === null) return;
    event.preventDefault();
    onChange(moved);
  };
  return (
    <div
      className={styles['divider']}
      style={{ left: `${percent}%` }}
      role="slider"
      tabIndex={0}
      aria-label="Wipe"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      aria-valuetext={`${Math.round(percent)} % pinned`}
      onKeyDown={press}
      onPointerDown={(event) => {
        if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
    >
      <span className={styles['label']} aria-hidden="true">
        Pinned
      </span>
      <span className={styles['grip']} />
      <span className={styles['label']} aria-hidden="true">
        Now
      </span>
    </div>
  );
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
  Home: -100,
  End: 100,
};

/** The new percentage after a slider key; null if the key does not move the slider. */
export function movedByKey(percent: number, key: string): number | null {
  const step = ownValue(STEPS, key);
  if (step === undefined) return null;
  return Math.min(100, Math.max(0, Math.round(percent) + step));
}

interface CompareStripProps {
  readonly state: CompareState;
  readonly commands: CompareCommands;
}

const VIEWS: readonly { readonly value: CompareView; readonly text: string }[] = [
  { value: 'wipe', text: 'Wipe' },
  { value: 'difference', text: 'Difference' },
  { value: 'pinned', text: 'Pinned only' },
];

const GAINS: readonly Gain[] = [1, 8, 64];

function CompareStrip({ state, commands }: CompareStripProps) {
  const strip = useFocusReturn<HTMLFieldSetElement>();
  const { pin, view, gain, problem, comparison } = state;
  return (
    <fieldset
      ref={strip}
      className={styles['strip']}
      aria-label="Comparison"
      onKeyDown={(event) => {
        if (event.key === 'Escape') commands.toggle();
      }}
    >
      <Select
        label="Comparison view"
        value={view}
        options={VIEWS}
        onChange={(value) => {
          const chosen = VIEWS.find((each) => each.value === value);
          if (chosen) commands.setView(chosen.value);
        }}
      />
      {view === 'difference' && (
        <Select
          label="Amplify differences"
          hint="By how much the image multiplies differences"
          value={String(gain)}
          options={GAINS.map((each) => ({ value: String(each), text: `${each}×` }))}
          onChange={(value) => {
            const chosen = GAINS.find((each) => String(each) === value);
            if (chosen) commands.setGain(chosen);
          }}
        />
      )}
      <div className={styles['texts']}>
        {problem === null ? (
          <span>{pinText(state)}</span>
        ) : (
          <span role="alert" className={styles['problem']}>
            {problem}
          </span>
        )}
        {pin && (
          <span>
            Difference:{' '}
            <output aria-label="Difference" aria-live="off">
              {comparisonText(comparison, pin)}
            </output>
          </span>
        )}
      </div>
      <div className={styles['buttons']}>
        <Button kind="small" hint="Pin the current picture" onClick={commands.pinAgain}>
          Pin again
        </Button>
        <Button
          kind="small"
          hint="Stop comparing; the pinned picture stays for the next time (Escape)"
          onClick={commands.toggle}
        >
          Close
        </Button>
      </div>
    </fieldset>
  );
}

/** When the element is removed while it contains the focus, restores the previous focus. */
function useFocusReturn<Kind extends HTMLElement>() {
  const element = useRef<Kind>(null);
  useLayoutEffect(() => {
    const own = element.current;
    const before = document.activeElement;
    return () => {
      const hasFocus = own?.contains(document.activeElement) ?? false;
      if (hasFocus && before instanceof HTMLElement) before.focus();
    };
  }, []);
  return element;
}

/** Such as `Pinned: frame 120, 2.00 s (other source)`. The parentheses name what differs now. */
export function pinText({
  pin,
  isPinning,
  comparison,
}: Pick<CompareState, 'pin' | 'isPinning' | 'comparison'>): string {
  if (isPinning) return 'Pinning…';
  if (!pin) return 'Nothing is pinned.';
  const { frame, seconds } = pin.origin;
  const changes = comparison.kind === 'computed' ? changesSince(pin.origin, comparison.live) : [];
  const among = changes.length > 0 ? ` (other ${changes.join(' and ')})` : '';
  return `Pinned: frame ${frame}, ${seconds.toFixed(2)} s${among}`;
}

export function comparisonText(comparison: Comparison, { pixels }: Pin): string {
  switch (comparison.kind) {
    case 'none':
      return '';
    case 'computed':
      return differenceText(comparison.difference);
    case 'sizes differ':
      return `Not computed: pinned at ${sizeText(pixels)}, now ${sizeText(comparison.live)}. Pin again.`;
    case 'failed':
      return comparison.reason;
    default:
      return assertNever(comparison);
  }
}

/** `equal`, or such as `largest 37 of 255, mean 1.2`, in steps of 8-bit channels. */
export function differenceText({ largest, mean }: Difference): string {
  return largest === 0 ? 'equal' : `largest ${largest} of 255, mean ${meanText(mean)}`;
}

/** Rounds, but keeps at least one nonzero digit. */
function meanText(mean: number): string {
  if (mean >= 0.05) return String(Number(mean.toFixed(1)));
  return mean < 0.001 ? 'below 0.001' : String(Number(mean.toPrecision(1)));
}

function sizeText({ width, height }: Size): string {
  return `${width} × ${height}`;
}

/** What differs between two pictures' origins, apart from the frame. */
function changesSince(before: PictureOrigin, now: PictureOrigin): readonly string[] {
  const changes: readonly (readonly [name: string, differs: boolean])[] = [
    ['source', before.code !== now.code],
    ['uniform values', haveOtherValues(before, now)],
  ];
  return changes.filter(([, differs]) => differs).map(([name]) => name);
}

/** A uniform that exists in only one of them counts as a source change. */
function haveOtherValues(before: PictureOrigin, now: PictureOrigin): boolean {
  return Object.entries(before.values).some(([name, value]) => {
    const other = ownValue(now.values, name);
    return other !== undefined && String(other) !== String(value);
  });
}
