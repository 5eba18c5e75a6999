import type { StoreApi } from 'zustand/vanilla';
import { OUTPUT_TEXTURE } from '#core/plan/runDescriptor.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { ownValue } from '#core/util/ownValue.ts';
import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';
import type { SeenTexture } from '#engine/gpu/read/imageDrawer.ts';
import { isComparable, type PinnedCopy } from '#engine/gpu/read/staging.ts';
import { dimensionOf, type TextureView } from '#engine/gpu/read/textureImage.ts';
import { pictureOf } from '#engine/gpu/resources/pictureOf.ts';
import {
  entryNamed,
  INITIAL_VIEW,
  type ResourcesState,
  type ResourcesViews,
  viewOf,
} from '#tools/resources/state.ts';
import type { ToolContext } from '#ui/tools/tool.ts';
import type { GpuToolbox } from './pages.ts';

/** Milliseconds between images during playback. */
const IMAGE_INTERVAL = 33;
const THUMBNAIL_INTERVAL = 1000;

/** Texels along each side of the magnifier. */
const MAGNIFIED = 11;

interface ImagesParts {
  readonly context: ToolContext;
  readonly store: StoreApi<ResourcesState>;
  readonly toolbox: GpuToolbox;
  pinned(): PinnedCopy | null;
}

type Views = Pick<ResourcesViews, 'attachTextureCanvas' | 'attachThumbnail' | 'drawMagnifier'>;

export interface Images extends Views {
  /** Call after each submitted frame. */
  frameDrawn(isPaused: boolean): void;
  /** Redraws everything before the page is painted. */
  redraw(): void;
  dispose: Dispose;
}

interface Magnified {
  readonly canvas: HTMLCanvasElement;
  readonly x: number;
  readonly y: number;
}

interface Shown {
  readonly canvases: Set<HTMLCanvasElement>;
  readonly thumbnails: Map<HTMLCanvasElement, string>;
  magnified: Magnified | null;
}

export function createImages(parts: ImagesParts): Images {
  const shown: Shown = { canvases: new Set(), thumbnails: new Map(), magnified: null };
  let drawnAt = 0;
  let thumbnailsAt = 0;
  let turn: number | null = null;
  const drawAll = () => {
    drawImages(parts, shown);
    drawThumbnails(parts, shown);
    if (shown.magnified) drawMagnified(parts, shown.magnified);
  };
  const redraw = () => {
    turn ??= requestAnimationFrame(() => {
      turn = null;
      drawAll();
    });
  };
  const unsubscribe = parts.store.subscribe((state, before) => {
    const isSame =
      state.view === before.view &&
      state.selected === before.selected &&
      state.resources === before.resources &&
      state.isDifferenceShown === before.isDifferenceShown;
    if (!isSame) redraw();
  });
  const forget = (canvas: HTMLCanvasElement) => parts.toolbox.current()?.images.forget(canvas);
  return {
    redraw,
    frameDrawn(isPaused) {
      const now = performance.now();
      if (isPaused || now - drawnAt >= IMAGE_INTERVAL) {
        drawnAt = now;
        drawImages(parts, shown);
      }
      if (isPaused || now - thumbnailsAt >= THUMBNAIL_INTERVAL) {
        thumbnailsAt = now;
        drawThumbnails(parts, shown);
      }
    },
    attachTextureCanvas(canvas) {
      shown.canvases.add(canvas);
      const stop = watchSize(canvas, redraw);
      redraw();
      return () => {
        stop();
        shown.canvases.delete(canvas);
        forget(canvas);
      };
    },
    attachThumbnail(name, canvas) {
      shown.thumbnails.set(canvas, name);
      const stop = watchSize(canvas, redraw);
      redraw();
      return () => {
        stop();
        shown.thumbnails.delete(canvas);
        forget(canvas);
      };
    },
    drawMagnifier(canvas, x, y) {
      shown.magnified = { canvas, x, y };
      drawMagnified(parts, shown.magnified);
    },
    dispose() {
      unsubscribe();
      if (turn !== null) cancelAnimationFrame(turn);
    },
  };
}

/** Resizing a canvas clears it. */
function watchSize(canvas: HTMLCanvasElement, onChange: () => void): Dispose {
  const sizes = new ResizeObserver(onChange);
  sizes.observe(canvas);
  const attributes = new MutationObserver(onChange);
  attributes.observe(canvas, { attributeFilter: ['width', 'height'] });
  return () => {
    sizes.disconnect();
    attributes.disconnect();
  };
}

function drawImages(parts: ImagesParts, { canvases }: Shown): void {
  const { store, pinned } = parts;
  const { selected, view, isDifferenceShown } = store.getState();
  for (const canvas of canvases) {
    if (selected === null || !canvas.isConnected) continue;
    draw(parts, canvas, selected, view, isDifferenceShown ? pinned() : null);
  }
}

function drawThumbnails(parts: ImagesParts, { thumbnails }: Shown): void {
  for (const [canvas, name] of thumbnails) {
    const entry = entryNamed(parts.store.getState(), name);
    if (!entry || !canvas.isConnected) continue;
    const isContactSheet = entry.isArray || entry.is3d;
    draw(parts, canvas, name, { ...viewOf(entry), isContactSheet }, null);
  }
}

function drawMagnified(parts: ImagesParts, { canvas, x, y }: Magnified): void {
  const frame = parts.context.observers.newest();
  const picture = frame && pictureOf(frame.resources);
  if (!picture || !canvas.isConnected) return;
  const center = [x + 0.5, picture.height - y - 0.5] as const;
  const zoom = (canvas.clientWidth || canvas.width) / MAGNIFIED;
  draw(parts, canvas, OUTPUT_TEXTURE, { ...INITIAL_VIEW, zoom, center }, null);
}

function draw(
  { context, toolbox }: ImagesParts,
  canvas: HTMLCanvasElement,
  name: string,
  view: TextureView,
  pinned: PinnedCopy | null,
): void {
  const frame = context.observers.newest();
  const seen = frame && seenTexture(frame, name, pinned);
  if (frame && seen) toolbox.on(frame.device).images.draw(canvas, seen, view);
}

function seenTexture(
  { resources, descriptor }: ObservedFrame,
  name: string,
  pinned: PinnedCopy | null,
): SeenTexture | null {
  const resource = resources.get(name);
  if (resource?.kind !== 'texture') return null;
  const isCompared =
    pinned?.content.kind === 'texture' && pinned.name === name && isComparable(pinned, resource);
  return {
    texture: resource.texture,
    dimension: dimensionOf(ownValue(descriptor.layout, name)),
    pinned: isCompared && pinned.content.kind === 'texture' ? pinned.content.texture : null,
  };
}
