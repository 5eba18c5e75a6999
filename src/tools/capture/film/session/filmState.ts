import { bytesText } from '#core/util/countText.ts';
import { FIRST_CHOICES, type FieldProblem, type FilmChoices } from '#tools/capture/film/choices.ts';
import type { FilmProgress } from '#tools/capture/film/encoding/estimate.ts';
import type { FormatRefusals } from '#tools/capture/film/encoding/support.ts';
import type { RecordProgress } from '#tools/capture/film/frames/record.ts';
import { framesText } from '#tools/capture/frames/pictureSize.ts';

export interface FilmPart {
  readonly frames: number;
  readonly seconds: number;
  readonly bytes: number;
}

export type FilmActivity =
  | { readonly kind: 'choosing' }
  /** Frames before the film's first one, `wanted`, are being played. */
  | { readonly kind: 'preparing'; readonly played: number; readonly wanted: number }
  | { readonly kind: 'rendering'; readonly progress: FilmProgress }
  | { readonly kind: 'recording'; readonly progress: RecordProgress }
  /** The film ended early. The finished part can be saved. */
  | { readonly kind: 'stopped'; readonly reason: string; readonly part: FilmPart }
  | { readonly kind: 'finishing' }
  | { readonly kind: 'saved'; readonly text: string };

/** A problem with a field, or with the film as a whole. */
type FilmProblem = FieldProblem | { readonly field: null; readonly text: string };

export interface FilmState {
  readonly isOpen: boolean;
  readonly choices: FilmChoices;
  /** Null until the browser has answered. */
  readonly refusals: FormatRefusals | null;
  readonly problem: FilmProblem | null;
  readonly activity: FilmActivity;
}

export const INITIAL_FILM_STATE: FilmState = {
  isOpen: false,
  choices: FIRST_CHOICES,
  refusals: null,
  problem: null,
  activity: { kind: 'choosing' },
};

const CHOOSING: FilmActivity = { kind: 'choosing' };

/** While recording, the strip is shown instead of the dialog. */
export function opened(state: FilmState): FilmState {
  if (state.activity.kind === 'recording') return state;
  const isDone = state.activity.kind === 'saved';
  return { ...state, isOpen: true, ...(isDone && { activity: CHOOSING }) };
}

/** A film that stopped early is offered again next time. */
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

/** The film ended early. Offers the finished part, unless it is empty. */
export function stopped(state: FilmState, reason: string, part: FilmPart): FilmState {
  if (part.frames === 0) return failed(state, { field: null, text: reason });
  return { ...state, isOpen: true, activity: { kind: 'stopped', reason, part } };
}

export function finishing(state: FilmState): FilmState {
  return { ...state, isOpen: true, activity: { kind: 'finishing' } };
}

/** @param notes what the file leaves out, as sentences */
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
