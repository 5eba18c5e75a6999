import type { Size } from '#engine/gpu/screen.ts';
import type { FilmPlan } from '#tools/capture/film/choices.ts';
import type { Destination } from '#tools/capture/film/encoding/destination.ts';
import { createFilmEncoder, type FilmEncoder } from '#tools/capture/film/encoding/filmEncoder.ts';
import { projectText } from '#tools/capture/session/projectText.ts';
import type { FilmContext } from './context.ts';
import type { FilmPart } from './filmState.ts';

/** A film that is being made, or was stopped. */
export interface StartedFilm {
  readonly name: string;
  readonly encoder: FilmEncoder;
  /** What the film lacks, as sentences. */
  readonly notes: readonly string[];
}

/** Rejects if the destination or the encoder cannot be used. */
export async function startFilm(
  context: FilmContext,
  { format, rate, bitrate, range }: FilmPlan,
  destination: Destination,
  size: Size,
  includesProject: boolean,
): Promise<StartedFilm> {
  const project = includesProject ? await projectText(context, null) : null;
  const encoder = await createFilmEncoder({
    ...{ format, size, rate, bitrate, destination },
    isSteady: range !== null,
    comment: project?.ok ? project.value.text : null,
  });
  const note = project && (project.ok ? project.value.note : project.error);
  return { name: destination.name, encoder, notes: note ? [note] : [] };
}

export function partOf({ frames, seconds, bytes }: FilmEncoder): FilmPart {
  return { frames, seconds, bytes };
}
