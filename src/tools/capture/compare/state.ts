import type { StoreApi } from 'zustand/vanilla';
import type { Difference, Gain } from '#engine/gpu/compare/differ.ts';
import type { Pixels } from '#engine/gpu/replay/pictureReader.ts';
import type { Size } from '#engine/gpu/screen.ts';

/** How the pinned picture and the live one are shown. */
export type CompareView = 'wipe' | 'difference' | 'pinned';

/** What a picture was drawn by. */
export interface PictureOrigin {
  readonly frame: number;
  readonly seconds: number;
  /** Of the program that drew it. */
  readonly code: string;
  /** What it read of all sliders and colours, by their names. */
  readonly values: Readonly<Record<string, readonly number[]>>;
}

/** A picture as it was when it was pinned. */
export interface Pin {
  readonly origin: PictureOrigin;
  /** Of the source, which an edit leaves as it is. */
  readonly uri: string;
  readonly pixels: Pixels;
}

/** How the live picture differs from the pinned one. */
export type Comparison =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'computed';
      readonly difference: Difference;
      /** What the live picture was drawn by. */
      readonly live: PictureOrigin;
    }
  | { readonly kind: 'sizes differ'; readonly live: Size }
  | { readonly kind: 'failed'; readonly reason: string };

export interface CompareState {
  readonly isOn: boolean;
  readonly isPinning: boolean;
  readonly pin: Pin | null;
  /** Why nothing could be pinned; null if nothing failed. */
  readonly problem: string | null;
  readonly view: CompareView;
  /** Of the picture's width: the pinned picture is left of it. */
  readonly wipe: number;
  readonly gain: Gain;
  readonly comparison: Comparison;
}

export interface CompareCommands {
  /** Switches the comparison on or off. The first time, it pins the current picture. */
  toggle(): void;
  /** Pins the current picture in place of the earlier one. */
  pinAgain(): void;
  setView(view: CompareView): void;
  /** @param percent is put into 0 … 100 */
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

/** The pin stays for the next time. */
export function switchedOff(state: CompareState): CompareState {
  return { ...state, isOn: false, problem: null, comparison: NOTHING };
}

export function pinning(state: CompareState): CompareState {
  return { ...state, isPinning: true, problem: null };
}

export function pinned(state: CompareState, pin: Pin): CompareState {
  return { ...state, isPinning: false, pin, comparison: NOTHING };
}

/** An earlier pin stays. */
export function notPinned(state: CompareState, problem: string): CompareState {
  return { ...state, isPinning: false, problem };
}

/** Another demo is open: there is nothing to compare its picture with. */
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

/** Ignored if it comes too late, or is of an earlier pin. */
export function compared(state: CompareState, pin: Pin, comparison: Comparison): CompareState {
  return state.isOn && state.pin === pin ? { ...state, comparison } : state;
}
