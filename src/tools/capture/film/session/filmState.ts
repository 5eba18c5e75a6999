import type { FieldProblem, FilmChoices } from '#tools/capture/film/choices.ts';
import { FIRST_CHOICES } from '#tools/capture/film/choices.ts';
import type { FilmProgress } from '#tools/capture/film/encoding/estimate.ts';
import type { FormatRefusals } from '#tools/capture/film/encoding/support.ts';
import type { RecordProgress } from '#tools/capture/film/frames/record.ts';

/** What of a film is encoded. */
export interface FilmPart {
  readonly frames: number;
  /** The length. */
  readonly seconds: number;
  readonly bytes: number;
}

export type FilmActivity =
  | { readonly kind: 'choosing' }
  /** Frames before the first one are played, up to `wanted`. */
  | { readonly kind: 'preparing'; readonly played: number; readonly wanted: number }
  | { readonly kind: 'rendering'; readonly progress: FilmProgress }
  | { readonly kind: 'recording'; readonly progress: RecordProgress }
  /** It ended before its last frame. What is done can be saved. */
  | { readonly kind: 'stopped'; readonly reason: string; readonly part: FilmPart }
  | { readonly kind: 'finishing' }
  | { readonly kind: 'saved'; readonly text: string };

/** What is wrong with a field, or with no field. */
export type FilmProblem = FieldProblem | { readonly field: null; readonly text: string };

export interface FilmState {
  readonly isOpen: boolean;
  readonly choices: FilmChoices;
  /** Null until the browser has told. */
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
