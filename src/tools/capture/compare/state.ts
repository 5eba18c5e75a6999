import type { StoreApi } from 'zustand/vanilla';
import type { Difference, Gain } from '#engine/gpu/differ.ts';
import type { Pixels } from '#engine/gpu/replay/pictureReader.ts';
import type { Size } from '#engine/gpu/screen.ts';

export type CompareView = 'wipe' | 'difference' | 'pinned';

/** What determined a picture. */
export interface PictureOrigin {
  readonly frame: number;
  readonly seconds: number;
  /** Of the program that drew it. */
  readonly code: string;
  /** The values of all sliders and colours that it read, by name. */
  readonly values: Readonly<Record<string, readonly number[]>>;
}

/** A pinned picture, unaffected by later frames. */
export interface Pin {
  readonly origin: PictureOrigin;
  /** The source's URI, which edits do not change. */
  readonly uri: string;
  readonly pixels: Pixels;
}

export type Comparison =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'computed';
      readonly difference: Difference;
      readonly live: PictureOrigin;
    }
  | { readonly kind: 'sizes differ'; readonly live: Size }
  | { readonly kind: 'failed'; readonly reason: string };

export interface CompareState {
  readonly isOn: boolean;
  readonly isPinning: boolean;
  readonly pin: Pin | null;
  /** Null if pinning did not fail. */
  readonly problem: string | null;
  readonly view: CompareView;
  /**
   * Position of the divider, in percent of the picture's width. The pinned picture is to its left.
   */
  readonly wipe: number;
  readonly gain: Gain;
  readonly comparison: Comparison;
}

export interface CompareCommands {
  /** Turns the comparison on or off. The first time, pins the current picture. */
  toggle(): void;
  pinAgain(): void;
  setView(view: CompareView): void;
  /** @param percent clamped to 0 … 100 */
  setWipe(percent: number): void;
  setGain(gain: Gain): void;
}

export interface CompareSession {
  readonly store: StoreApi<CompareState>;
  readonly commands: CompareCommands;
  /** Draws the difference image on this canvas until the returned function is called. */
  attachCanvas(canvas: HTMLCanvasElement): () => void;
}

const NOTHING: Comparison = { kind: 'none' };

export const INITIAL: CompareState = {
  isOn: false,
  isPinning: false,
  pin: null,
  problem: null,
  view: 'wipe',
  wipe: 50,
  gain: 1,
  comparison: NOTHING,
};

export function switchedOn(state: CompareState): CompareState {
  return { ...state, isOn: true, problem: null };
}

/** Keeps the pin for the next time. */
export function switchedOff(state: CompareState): CompareState {
  return { ...state, isOn: false, problem: null, comparison: NOTHING };
}

export function pinning(state: CompareState): CompareState {
  return { ...state, isPinning: true, problem: null };
}

export function pinned(state: CompareState, pin: Pin): CompareState {
  return { ...state, isPinning: false, pin, comparison: NOTHING };
}

/** Keeps the previous pin. */
export function notPinned(state: CompareState, problem: string): CompareState {
  return { ...state, isPinning: false, problem };
}

/** After another demo was opened, whose picture the pin has nothing to do with. */
export function dropped(state: CompareState): CompareState {
  const { view, gain } = state;
  return { ...INITIAL, view, gain };
}

export function withView(state: CompareState, view: CompareView): CompareState {
  return { ...state, view };
}

export function withWipe(state: CompareState, percent: number): CompareState {
  return { ...state, wipe: Math.min(100, Math.max(0, percent)) };
}

export function withGain(state: CompareState, gain: Gain): CompareState {
  return { ...state, gain };
}

/** Ignores a result that comes too late or belongs to an earlier pin. */
export function compared(state: CompareState, pin: Pin, comparison: Comparison): CompareState {
  return state.isOn && state.pin === pin ? { ...state, comparison } : state;
}
