import {
  type KeyboardEvent as ReactKeyboardEvent,
  type PointerEvent as ReactPointerEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useStore } from 'zustand';
import { clampTexel, movedTexel, type Texel, texelAt } from '#core/data/pictureTexels.ts';
import type { HeatMap } from '#core/source/instrument/trace.ts';
import { countText } from '#core/util/countText.ts';
import type { CompareSession } from '#tools/debugger/compare/compareSession.ts';
import { Button } from '#ui/Button.tsx';
import { CloseIcon } from '#ui/icons.tsx';
import { Select } from '#ui/Select.tsx';
import type { DebuggerProps } from './debuggerProps.ts';
import legend from './Legend.module.css';
import styles from './PictureOverlay.module.css';

interface PictureOverlayProps extends DebuggerProps {
  readonly compare: Pick<CompareSession, 'compareWithPixel'>;
  readonly canvas: HTMLCanvasElement;
}

/** The crosshair while picking a pixel, and the heat map. */
export function PictureOverlay({ store, commands, compare, canvas }: PictureOverlayProps) {
  const isPicking = useStore(store, (state) => state.isPicking);
  const isPickingOther = useStore(store, (state) => state.isPickingOther);
  const search = useStore(store, (state) => state.search);
  const { width, height } = useStore(store, (state) => state.picture) ?? canvas;
  usePointerFollowing({ store, commands, canvas });
  const heat = search?.kind === 'cost' ? search.heat : null;
  return (
    <>
      {heat && (
        <HeatOverlay
          {...{ heat, width, height }}
          onPick={commands.pickPixel}
          onHide={commands.clearSearch}
        />
      )}
      {isPicking && (
        <PixelPicker
          width={width}
          height={height}
          onPick={commands.pickPixel}
          onCancel={commands.togglePicking}
        />
      )}
      {isPickingOther && (
        <PixelPicker
          width={width}
          height={height}
          onPick={(pixel) => {
            commands.togglePickingOther();
            void compare.compareWithPixel(pixel);
          }}
          onCancel={commands.togglePickingOther}
        />
      )}
    </>
  );
}

/**
 * While following, reports the texel under the pointer. The shader still receives its mouse input.
 */
function usePointerFollowing({
  store,
  commands,
  canvas,
}: Omit<PictureOverlayProps, 'compare'>): void {
  const isFollowing = useStore(store, (state) => state.isFollowing);
  useEffect(() => {
    if (!isFollowing) return;
    const follow = (event: PointerEvent) => {
      const { width, height } = store.getState().picture ?? canvas;
      const box = canvas.getBoundingClientRect();
      commands.followPixel(texelAt(event, box, width, height));
    };
    // The heat map may cover the canvas.
    const screen = canvas.parentElement ?? canvas;
    screen.addEventListener('pointermove', follow);
    return () => screen.removeEventListener('pointermove', follow);
  }, [isFollowing, store, commands, canvas]);
}

interface HeatOverlayProps {
  readonly heat: HeatMap;
  /** The picture's size in texels. */
  readonly width: number;
  readonly height: number;
  readonly onPick: (pixel: Texel) => void;
  readonly onHide: () => void;
}

/** These handle Escape themselves. */
const OTHERS = '[role="menu"], [role="dialog"], [role="application"]';

/**
 * The heat map, which covers the picture in the same element, and its legend. A click picks a
 * pixel; Escape hides the map.
 */
function HeatOverlay({ heat: all, width, height, onPick, onHide }: HeatOverlayProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [unit, setUnit] = useState<HeatUnit>('statement');
  const heat = useMemo(() => {
    const counts = unit === 'fragment' && all.overdraw ? all.overdraw : all.counts;
    return withinPicture({ ...all, counts }, width, height);
  }, [all, unit, width, height]);
  const range = useMemo(() => rangeOf(heat), [heat]);
  const [opacity, setOpacity] = useState(0.8);
  const [pointed, setPointed] = useState<Texel | null>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const image = context.createImageData(width, height);
    if (range && !range.isEven) drawHeat(heat, range, image);
    context.putImageData(image, 0, 0);
  }, [heat, range, width, height]);
  const leave = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest(OTHERS)) return;
    event.preventDefault();
    onHide();
  });
  useEffect(() => {
    // Runs before the drawer, which Escape would close, and after the editor.
    const page = canvas.current?.closest('main');
    page?.addEventListener('keydown', leave);
    return () => page?.removeEventListener('keydown', leave);
  }, []);
  const texelOf = (event: { clientX: number; clientY: number; currentTarget: HTMLElement }) =>
    texelAt(event, event.currentTarget.getBoundingClientRect(), width, height);
  return (
    <>
      {/* For the keyboard, Inspect pixel does the same. */}
      <canvas
        ref={canvas}
        className={styles['overlay']}
        width={width}
        height={height}
        role="img"
        aria-label="Heat map"
        style={{ opacity }}
        onPointerMove={(event) => setPointed(texelOf(event))}
        onPointerLeave={() => setPointed(null)}
        onClick={(event) => onPick(texelOf(event))}
      />
      <HeatLegend
        {...{ heat, unit, range, pointed, opacity, onHide }}
        onUnit={setUnit}
        onOpacity={setOpacity}
      />
    </>
  );
}

/** What the map counts. */
type HeatUnit = 'statement' | 'fragment';

const UNITS = [
  { value: 'statement', text: 'Statements' },
  { value: 'fragment', text: 'Overdraw' },
] as const;

interface HeatLegendProps {
  readonly heat: HeatMap;
  readonly unit: HeatUnit;
  /** Null if no thread executed a statement. */
  readonly range: HeatRange | null;
  readonly pointed: Texel | null;
  /** From 0 to 1. */
  readonly opacity: number;
  readonly onUnit: (unit: HeatUnit) => void;
  readonly onOpacity: (opacity: number) => void;
  readonly onHide: () => void;
}

function HeatLegend(props: HeatLegendProps) {
  const { heat, unit, range, pointed, opacity, onUnit, onOpacity, onHide } = props;
  return (
    <figure className={`${legend['legend']} ${styles['strip']}`} aria-label="Heat map legend">
      {heat.overdraw && (
        <Select
          label="Heat map shows"
          hint="Executed statements, or how often each pixel is drawn"
          value={unit}
          options={UNITS}
          onChange={(value) => onUnit(value === 'fragment' ? 'fragment' : 'statement')}
        />
      )}
      {range && !range.isEven ? (
        <>
          <Scale range={range} />
          <label className={styles['opacity']}>
            <span>Opacity</span>
            <input
              type="range"
              min={0}
              max={100}
              step={5}
              value={Math.round(100 * opacity)}
              aria-valuetext={`${Math.round(100 * opacity)} %`}
              onChange={(event) => onOpacity(Number(event.target.value) / 100)}
            />
          </label>
        </>
      ) : (
        <p>{evenText(range, unit)}</p>
      )}
      <output
        className={legend['pointed']}
        aria-label={
          unit === 'fragment' ? 'Fragments under the pointer' : 'Statements under the pointer'
        }
        aria-live="off"
      >
        {pointed && pointedText(heat, unit, pointed)}
      </output>
      <Button kind="icon" label="Hide heat map" hint="Hide the heat map (Escape)" onClick={onHide}>
        <CloseIcon />
      </Button>
    </figure>
  );
}

function Scale({ range }: { readonly range: HeatRange }) {
  return (
    <div className={styles['scale']}>
      <div className={styles['gradient']} style={{ background: heatGradient() }} />
      <dl className={styles['marks']}>
        {(['least', 'median', 'most'] as const).map((name) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{range[name].toLocaleString('en')}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Shown instead of a map whose colours would carry no information. */
function evenText(range: HeatRange | null, unit: HeatUnit): string {
  const isDrawn = unit === 'fragment';
  if (!range) return isDrawn ? 'Nothing was drawn.' : 'No thread executed a statement.';
  return `All ${isDrawn ? 'pixels' : 'threads'}: ${countText(range.most, unit)}`;
}

function pointedText({ counts, width, height }: HeatMap, unit: HeatUnit, [x, y]: Texel): string {
  const count = x < width && y < height ? (counts[y * width + x] ?? 0) : 0;
  return `x ${x}, y ${y}: ${countText(count, unit)}`;
}

/** The part of `ImageData` that drawing needs: rows from the top, four bytes per pixel. */
interface PixelRows {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** Statement counts of the threads that executed any. */
interface HeatRange {
  readonly least: number;
  readonly median: number;
  readonly most: number;
  /** All threads executed the same number of statements. */
  readonly isEven: boolean;
}

type Rgb = readonly [red: number, green: number, blue: number];

const RAMP_LENGTH = 256;

/**
 * Dark violet through red and orange to light yellow. Lightness in Oklab rises evenly, so that
 * equal steps in cost look equal and the order is visible without colour vision.
 */
export const HEAT_RAMP: readonly Rgb[] = Array.from({ length: RAMP_LENGTH }, (_, index) =>
  rampColor(index / (RAMP_LENGTH - 1)),
);

function rampColor(place: number): Rgb {
  const lightness = 0.2 + 0.75 * place;
  const hue = ((295 + 165 * place) * Math.PI) / 180;
  // Less chroma at both ends, where the sRGB gamut is narrower.
  let chroma = 0.06 + 0.13 * Math.sin(Math.PI * (0.15 + 0.75 * place));
  let color = oklabToLinear(lightness, chroma * Math.cos(hue), chroma * Math.sin(hue));
  while (color.some((channel) => channel < 0 || channel > 1) && chroma > 0) {
    chroma -= 0.002;
    color = oklabToLinear(lightness, chroma * Math.cos(hue), chroma * Math.sin(hue));
  }
  const [red, green, blue] = color;
  return [toByte(red), toByte(green), toByte(blue)];
}

/** With the matrices from B. Ottosson's definition of Oklab. */
function oklabToLinear(lightness: number, a: number, b: number): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** Encodes a linear channel with the sRGB transfer function. */
function toByte(channel: number): number {
  const linear = Math.min(1, Math.max(0, channel));
  const encoded = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(255 * encoded);
}

/** Removes the threads that have no pixel in a picture of this size. */
export function withinPicture(heat: HeatMap, width: number, height: number): HeatMap {
  const columns = Math.min(heat.width, width);
  const rows = Math.min(heat.height, height);
  const counts = new Uint32Array(columns * rows);
  for (let y = 0; y < rows; y += 1) {
    const first = y * heat.width;
    counts.set(heat.counts.subarray(first, first + columns), y * columns);
  }
  return { ...heat, width: columns, height: rows, counts };
}

export function rangeOf({ counts }: HeatMap): HeatRange | null {
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  let isIdle = false;
  for (const count of counts) {
    if (count === 0) isIdle = true;
    else if (count < least) least = count;
    if (count > most) most = count;
  }
  if (most === 0) return null;
  return { least, median: radixMedian(counts), most, isEven: least === most && !isIdle };
}

export function heatOf(count: number, { least, most }: Pick<HeatRange, 'least' | 'most'>): number {
  if (most === least) return RAMP_LENGTH - 1;
  return Math.round(((count - least) / (most - least)) * (RAMP_LENGTH - 1));
}

/**
 * Draws the counts upside down, because the picture's first row is at the bottom. Threads that
 * executed nothing stay transparent.
 *
 * @param into at least as large as the heat map
 */
export function drawHeat(heat: HeatMap, range: HeatRange, into: PixelRows): void {
  for (let y = 0; y < heat.height; y += 1) {
    let at = (into.height - 1 - y) * into.width * 4;
    for (let x = 0; x < heat.width; x += 1, at += 4) {
      const count = heat.counts[y * heat.width + x] ?? 0;
      const color = count === 0 ? undefined : HEAT_RAMP[heatOf(count, range)];
      if (!color) continue;
      into.data[at] = color[0];
      into.data[at + 1] = color[1];
      into.data[at + 2] = color[2];
      into.data[at + 3] = 255;
    }
  }
}

/** The ramp as a CSS gradient, from least to most. */
export function heatGradient(stops = 16): string {
  const colors = Array.from({ length: stops }, (_, index) => {
    const color = HEAT_RAMP[Math.round((index / (stops - 1)) * (RAMP_LENGTH - 1))] ?? [0, 0, 0];
    return `rgb(${color.join(' ')})`;
  });
  return `linear-gradient(to right, ${colors.join(', ')})`;
}

/** Values of a 16-bit digit. */
const DIGITS = 2 ** 16;

/**
 * The lower median of the nonzero counts, without sorting: first counts values by their upper 16
 * bits, then those that share the median's upper bits by their lower 16 bits.
 */
export function radixMedian(counts: Uint32Array): number {
  const byUpper = new Uint32Array(DIGITS);
  let total = 0;
  for (const count of counts) {
    if (count === 0) continue;
    const upper = count >>> 16;
    byUpper[upper] = (byUpper[upper] ?? 0) + 1;
    total += 1;
  }
  if (total === 0) return 0;
  const upper = digitAt(byUpper, Math.floor((total - 1) / 2));
  const byLower = new Uint32Array(DIGITS);
  for (const count of counts) {
    if (count === 0 || count >>> 16 !== upper.digit) continue;
    const lower = count & 0xffff;
    byLower[lower] = (byLower[lower] ?? 0) + 1;
  }
  return upper.digit * DIGITS + digitAt(byLower, upper.rest).digit;
}

/**
 * The digit of the value at index `rank` in sorted order, and the value's rank among those with
 * this digit.
 */
function digitAt(histogram: Uint32Array, rank: number): { digit: number; rest: number } {
  let rest = rank;
  for (const [digit, count] of histogram.entries()) {
    if (rest < count) return { digit, rest };
    rest -= count;
  }
  return { digit: 0, rest: 0 };
}

interface PixelPickerProps {
  /** The picture's size in texels. */
  readonly width: number;
  readonly height: number;
  readonly onPick: (pixel: Texel) => void;
  readonly onCancel: () => void;
  readonly onMove?: (pixel: Texel) => void;
}

/**
 * A crosshair over the picture, in the same element. A click, a tap or Enter picks a pixel. The
 * arrow keys move by one texel, with Shift by ten. Escape cancels.
 */
function PixelPicker({ width, height, onPick, onCancel, onMove }: PixelPickerProps) {
  const overlay = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  const [chosen, setChosen] = useState<Texel>([Math.floor(width / 2), Math.floor(height / 2)]);
  // The picture may have shrunk.
  const texel = clampTexel(chosen, width, height);
  useLayoutEffect(() => borrowFocus(overlay.current), []);

  const moveTo = (next: Texel) => {
    if (next[0] === texel[0] && next[1] === texel[1]) return;
    setChosen(next);
    onMove?.(next);
  };
  const texelOf = (event: ReactPointerEvent<HTMLElement>) =>
    texelAt(event, event.currentTarget.getBoundingClientRect(), width, height);
  const onPointerUp = (event: ReactPointerEvent<HTMLElement>) => {
    if (!isPressed.current) return;
    isPressed.current = false;
    onPick(texelOf(event));
  };
  const onKeyDown = (event: ReactKeyboardEvent) => {
    const moved = movedTexel(texel, event.key, event.shiftKey);
    if (moved) moveTo(clampTexel(moved, width, height));
    else if (event.key === 'Enter' || event.key === ' ') onPick(texel);
    else if (event.key === 'Escape') onCancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // The arrow keys work inside it, as in a drawing application.
    <div
      ref={overlay}
      className={styles['picker']}
      role="application"
      aria-label="Pick a pixel: arrow keys move, Enter picks, Escape ends"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it handles keys
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        isPressed.current = event.isPrimary && event.button === 0;
        moveTo(texelOf(event));
      }}
      onPointerMove={(event) => {
        if (event.isPrimary) moveTo(texelOf(event));
      }}
      onPointerUp={onPointerUp}
      onPointerCancel={() => {
        isPressed.current = false;
      }}
    >
      <Crosshair texel={texel} width={width} height={height} />
    </div>
  );
}

/** Focuses the element. The returned function restores the focus, unless it has moved elsewhere. */
function borrowFocus(element: HTMLElement | null): () => void {
  const before = document.activeElement;
  element?.focus({ preventScroll: true });
  return () => {
    if (before instanceof HTMLElement && element?.contains(document.activeElement)) {
      before.focus({ preventScroll: true });
    }
  };
}

interface CrosshairProps {
  readonly texel: Texel;
  readonly width: number;
  readonly height: number;
}

function Crosshair({ texel: [x, y], width, height }: CrosshairProps) {
  const left = `${((x + 0.5) * 100) / width}%`;
  const top = `${((height - y - 0.5) * 100) / height}%`;
  // Towards the middle, so that the edges do not clip it.
  const across = x > width / 2 ? 'calc(-100% - 10px)' : '10px';
  const along = y > height / 2 ? '10px' : 'calc(-100% - 10px)';
  return (
    <>
      <div className={styles['vertical']} style={{ left }} />
      <div className={styles['horizontal']} style={{ top }} />
      <output
        className={styles['coordinates']}
        style={{ left, top, transform: `translate(${across}, ${along})` }}
        aria-live="polite"
      >
        {`${x}, ${y}`}
      </output>
    </>
  );
}
