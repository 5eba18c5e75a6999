import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useStore } from 'zustand';
import { untilDisposed } from '#core/util/newest.ts';
import { ownValue } from '#core/util/ownValue.ts';
import {
  placeInImage,
  placementOf,
  type TextureImage,
  type TextureView,
  texelOfImage,
  textureImage,
} from '#engine/gpu/read/textureImage.ts';
import type { ResourceProps } from '#tools/resources/kinds/kind.ts';
import type { TexelReading } from '#tools/resources/state.ts';
import { BUTTON_STEP } from './TextureBar.tsx';
import styles from './TextureView.module.css';
import { texelText } from './texelText.ts';
import { atOneToOne, panned, type Size, type Viewport, zoomed } from './viewport.ts';

interface TextureCanvasProps extends ResourceProps {
  readonly view: TextureView;
  readonly size: Size;
  readonly onResize: (size: Size) => void;
}

/** A texture that can be moved by pointer and keys, and the value under the pointer. */
export function TextureCanvas(props: TextureCanvasProps) {
  const { session, commands, entry, view, size, onResize } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const image = textureImage(entry.size, view.isContactSheet);
  useCanvasSize(canvas, onResize);
  useEffect(
    () => (canvas.current ? session.attachTextureCanvas(canvas.current) : undefined),
    [session],
  );
  useGestures(frame, (gesture) => {
    const at = gesture.at;
    const moved = panned(image, view, size, gesture.by);
    commands.setView(gesture.factor === 1 ? moved : zoomed(image, moved, size, gesture.factor, at));
  });
  const [point, setPoint] = useState<readonly [x: number, y: number] | null>(null);
  const { chosen, choose } = useChosenTexel(props);
  const pressedAt = useRef<readonly [x: number, y: number]>([0, 0]);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.altKey ? ownValue(ARROWS, event.key) : undefined;
    if (by) {
      event.preventDefault();
      return choose(movedTexel(chosen, by, image, view));
    }
    const next = afterKey(event, image, view, size);
    if (!next) return;
    event.preventDefault();
    commands.setView(next);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: not a group of form fields */}
      <div
        ref={frame}
        className={styles['frame']}
        role="group"
        aria-label="Texture view: arrow keys move it, plus and minus zoom, 0 fits, 1 shows pixels, Alt with arrow keys chooses a texel"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it handles keys
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerMove={({ clientX, clientY, currentTarget }) => {
          const { left, top } = currentTarget.getBoundingClientRect();
          setPoint([clientX - left, clientY - top]);
        }}
        onPointerLeave={() => setPoint(null)}
        onPointerDown={({ clientX, clientY }) => {
          pressedAt.current = [clientX, clientY];
        }}
        onClick={({ clientX, clientY, currentTarget }) => {
          const [x, y] = pressedAt.current;
          if (Math.hypot(clientX - x, clientY - y) > DRAG) return;
          const { left, top } = currentTarget.getBoundingClientRect();
          choose(texelUnder([clientX - left, clientY - top], image, view, size));
        }}
      >
        <canvas
          ref={canvas}
          className={styles['canvas']}
          role="img"
          aria-label={`Texture ${entry.name}`}
        />
        {chosen && <ChosenMark {...props} image={image} texel={chosen} />}
      </div>
      <TexelReadout {...props} image={image} point={point} chosen={chosen} />
    </>
  );
}

/** A pointer that moves further than this between press and release drags (CSS pixels). */
const DRAG = 4;

type Texel = readonly [x: number, y: number, z: number];

const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

function useChosenTexel({ store, commands }: ResourceProps) {
  const chosen = useStore(store, (state) => state.texel);
  return { chosen, choose: commands.chooseTexel };
}

/** The next texel in a direction on the screen. Begins in the middle. */
function movedTexel(
  from: Texel | null,
  [right, up]: readonly [x: number, y: number],
  { texture: [width, height] }: TextureImage,
  { slice, isYUp }: TextureView,
): Texel {
  if (!from) return [Math.floor(width / 2), Math.floor(height / 2), slice];
  const within = (place: number, extent: number) => Math.min(extent - 1, Math.max(0, place));
  const [x, y, z] = from;
  return [within(x + right, width), within(y + (isYUp ? up : -up), height), z];
}

interface ChosenMarkProps extends TextureCanvasProps {
  readonly image: TextureImage;
  readonly texel: Texel;
}

/** A frame around the chosen texel. */
function ChosenMark({ view, size, image, texel }: ChosenMarkProps) {
  const place = placeInImage(image, view, texel);
  if (!place || size.width === 0) return null;
  const { zoom, left, top } = placementOf(image, view, size);
  const side = Math.max(zoom, LEAST_MARK);
  const middle = (start: number, at: number) => start + (at + 0.5) * zoom - side / 2;
  const [x, y] = place;
  return (
    <span
      className={styles['chosen']}
      style={{ left: middle(left, x), top: middle(top, y), width: side, height: side }}
    />
  );
}

/** The smallest frame around a texel, in CSS pixels. */
const LEAST_MARK = 7;

/** Keeps the canvas at the screen's pixel density. */
function useCanvasSize(
  canvas: RefObject<HTMLCanvasElement | null>,
  onResize: (size: Size) => void,
): void {
  const tell = useRef(onResize);
  useLayoutEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      element.width = Math.max(1, Math.round(width * devicePixelRatio));
      element.height = Math.max(1, Math.round(height * devicePixelRatio));
      tell.current({ width, height });
    };
    const observer = new ResizeObserver(measure);
    measure();
    observer.observe(element);
    return () => observer.disconnect();
  }, [canvas]);
}

/** CSS pixels per arrow key press. */
const STEP = 40;

function afterKey(
  { key, altKey, ctrlKey, metaKey }: KeyboardEvent,
  image: TextureImage,
  view: Viewport,
  size: Size,
): Partial<Viewport> | null {
  if (altKey || ctrlKey || metaKey) return null;
  switch (key) {
    case 'ArrowLeft':
      return panned(image, view, size, [STEP, 0]);
    case 'ArrowRight':
      return panned(image, view, size, [-STEP, 0]);
    case 'ArrowUp':
      return panned(image, view, size, [0, STEP]);
    case 'ArrowDown':
      return panned(image, view, size, [0, -STEP]);
    case '+':
    case '=':
      return zoomed(image, view, size, BUTTON_STEP);
    case '-':
      return zoomed(image, view, size, 1 / BUTTON_STEP);
    case '0':
      return { zoom: null };
    case '1':
      return atOneToOne(image, view, size);
    default:
      return null;
  }
}

interface TexelReadoutProps extends TextureCanvasProps {
  readonly image: TextureImage;
  /** In CSS pixels from the canvas's top left; null without a pointer. */
  readonly point: readonly [x: number, y: number] | null;
  readonly chosen: Texel | null;
}

/** Milliseconds between readings while the pointer is still. */
const READING_INTERVAL = 100;

function TexelReadout(props: TexelReadoutProps) {
  const { session, entry, view, size, image, point, chosen } = props;
  const [reading, setReading] = useState<TexelReading | null>(null);
  const texel = (point && texelUnder(point, image, view, size)) ?? chosen;
  const [x, y, z] = texel ?? [null, null, null];
  useEffect(() => {
    if (x === null || y === null || z === null) return undefined;
    let isOver = false;
    const read = async () => {
      const next = await session.readTexel(x, y, z);
      if (next && !isOver) setReading(next);
    };
    void read();
    const timer = setInterval(() => void read(), READING_INTERVAL);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [session, x, y, z]);
  const isShown = texel !== null && reading !== null;
  return (
    <output className={styles['readout']} aria-label="Texel under the pointer">
      {isShown ? texelText(reading, entry.isArray || entry.is3d) : HINT}
    </output>
  );
}

const HINT = 'Point at a texel to see its value. Press it to choose it.';

function texelUnder(
  [x, y]: readonly [number, number],
  image: TextureImage,
  view: TextureView,
  size: Size,
): Texel | null {
  const { zoom, left, top } = placementOf(image, view, size);
  return texelOfImage(image, view, [(x - left) / zoom, (y - top) / zoom]);
}

/** A movement of a pointer, two fingers or the wheel. In CSS pixels of the element. */
interface Gesture {
  readonly by: readonly [x: number, y: number];
  readonly factor: number;
  /** The centre of zooming. */
  readonly at: readonly [x: number, y: number];
}

/** One wheel notch is about 100 pixels. */
const PER_PIXEL = 0.0025;
const PER_LINE = 0.05;

/** Reports drags, pinches and wheel turns over an element. */
function useGestures(
  element: RefObject<HTMLElement | null>,
  onGesture: (gesture: Gesture) => void,
): void {
  const tell = useEffectEvent(onGesture);
  useEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    const pointers = new Map<number, readonly [x: number, y: number]>();
    const placeOf = ({ clientX, clientY }: MouseEvent) => {
      const { left, top } = target.getBoundingClientRect();
      return [clientX - left, clientY - top] as const;
    };
    const onDown = (event: PointerEvent) => {
      if (event.pointerType === 'mouse' && event.button !== 0) return;
      target.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, placeOf(event));
    };
    const onMove = (event: PointerEvent) => {
      if (!pointers.has(event.pointerId)) return;
      const before = [...pointers.values()];
      pointers.set(event.pointerId, placeOf(event));
      tell(gestureBetween(before, [...pointers.values()]));
    };
    const onUp = (event: PointerEvent) => pointers.delete(event.pointerId);
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const each = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? PER_PIXEL : PER_LINE;
      tell({ by: [0, 0], factor: Math.exp(-event.deltaY * each), at: placeOf(event) });
    };
    return untilDisposed((signal) => {
      target.addEventListener('pointerdown', onDown, { signal });
      target.addEventListener('pointermove', onMove, { signal });
      target.addEventListener('pointerup', onUp, { signal });
      target.addEventListener('pointercancel', onUp, { signal });
      target.addEventListener('wheel', onWheel, { signal, passive: false });
    });
  }, [element]);
}

type Points = readonly (readonly [x: number, y: number])[];

/** The gesture between two sets of pointer positions: one pointer drags, two pinch. */
export function gestureBetween(before: Points, after: Points): Gesture {
  const from = middleOf(before);
  const at = middleOf(after);
  const spread = spreadOf(before);
  return {
    by: [at[0] - from[0], at[1] - from[1]],
    factor: spread > 0 ? spreadOf(after) / spread : 1,
    at,
  };
}

function middleOf(points: Points): readonly [x: number, y: number] {
  const count = Math.max(1, points.length);
  const sum = (axis: 0 | 1) => points.reduce((all, point) => all + point[axis], 0);
  return [sum(0) / count, sum(1) / count];
}

function spreadOf([first, second]: Points): number {
  return first && second ? Math.hypot(first[0] - second[0], first[1] - second[1]) : 0;
}
