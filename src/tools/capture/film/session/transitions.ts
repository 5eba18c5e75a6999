import type { FilmChoices } from '#tools/capture/film/choices.ts';
import { bytesText } from '#tools/capture/film/encoding/estimate.ts';
import { framesText } from '#tools/capture/frames/frameNumber.ts';
import type { FilmActivity, FilmPart, FilmProblem, FilmState } from './filmState.ts';

const CHOOSING: FilmActivity = { kind: 'choosing' };

/** While a film is recorded, its strip is shown in place of the dialog. */
export function opened(state: FilmState): FilmState {
  if (state.activity.kind === 'recording') return state;
  const isDone = state.activity.kind === 'saved';
  return { ...state, isOpen: true, ...(isDone && { activity: CHOOSING }) };
}

/** What was stopped is offered again the next time. */
export function closed(state: FilmState): FilmState {
  return { ...state, isOpen: false };
}

export function chosen(state: FilmState, part: Partial<FilmChoices>): FilmState {
  return { ...state, choices: { ...state.choices, ...part }, problem: null };
}

export function failed(state: FilmState, problem: FilmProblem): FilmState {
  return { ...state, isOpen: true, problem, activity: CHOOSING };
}

export function recordingBegan(state: FilmState): FilmState {
  const progress = { frames: 0, leftOut: 0, seconds: 0 };
  return { ...state, isOpen: false, problem: null, activity: { kind: 'recording', progress } };
}

/** It ended before its last frame: what is done is offered, if there is anything. */
export function stopped(state: FilmState, reason: string, part: FilmPart): FilmState {
  if (part.frames === 0) return failed(state, { field: null, text: reason });
  return { ...state, isOpen: true, activity: { kind: 'stopped', reason, part } };
}

export function finishing(state: FilmState): FilmState {
  return { ...state, isOpen: true, activity: { kind: 'finishing' } };
}

/** @param notes what the film lacks, as sentences */
export function saved(
  state: FilmState,
  name: string,
  { frames, seconds, bytes }: FilmPart,
  notes: readonly string[],
): FilmState {
  const facts = `${framesText(frames)}, ${seconds.toFixed(2)} s, ${bytesText(bytes)}`;
  const text = [`Saved “${name}”: ${facts}.`, ...notes].join(' ');
  return { ...state, isOpen: true, problem: null, activity: { kind: 'saved', text } };
}

export function leftOutText(count: number): string {
  return `${framesText(count)} came too fast for the encoder and ${count === 1 ? 'is' : 'are'} left out.`;
}
