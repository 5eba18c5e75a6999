import type { Gain } from '#engine/gpu/compare/difference.ts';
import type { CompareState, CompareView, Comparison, Pin } from '#tools/capture/compare/state.ts';

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
