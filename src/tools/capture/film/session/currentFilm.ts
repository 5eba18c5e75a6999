import type { StoreApi } from 'zustand/vanilla';
import type { Size } from '#engine/gpu/screen.ts';
import type { FilmPlan } from '#tools/capture/film/choices.ts';
import type { Destination } from '#tools/capture/film/encoding/destination.ts';
import { createFilmEncoder, type FilmEncoder } from '#tools/capture/film/encoding/filmEncoder.ts';
import { projectText } from '#tools/capture/session/projectText.ts';
import type { ToolContext } from '#ui/tools/tool.ts';
import { type FilmPart, type FilmState, failed, finishing, saved, stopped } from './filmState.ts';

/** A film that is being made, or was stopped. */
interface StartedFilm {
  readonly name: string;
  readonly encoder: FilmEncoder;
  /** What the film lacks, as sentences. */
  readonly notes: readonly string[];
}

/** Rejects if the destination or the encoder cannot be used. */
export async function startFilm(
  context: ToolContext,
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

/** The film that is being made, until it is saved or discarded. */
export interface CurrentFilm {
  take(film: StartedFilm): StartedFilm;
  save(...notes: readonly string[]): Promise<void>;
  /** The film ended before its last frame: what is done can be saved. Without a film, closes the destination. */
  offer(reason: string, destination: Destination): Promise<void>;
  clear(): Promise<void>;
}

export function createCurrentFilm(store: StoreApi<FilmState>): CurrentFilm {
  let film: StartedFilm | null = null;
  const clear = async () => {
    const given = film;
    film = null;
    await given?.encoder.discard();
  };
  return {
    clear,
    take(started) {
      film = started;
      return started;
    },
    async save(...more) {
      if (!film) return;
      const { encoder, name, notes } = film;
      film = null;
      store.setState(finishing);
      const finished = await encoder.finish();
      store.setState((state) =>
        finished.ok
          ? saved(state, name, partOf(encoder), [...more, ...notes])
          : failed(state, { field: null, text: finished.error }),
      );
    },
    async offer(reason, destination) {
      if (!film) {
        await destination.close();
        store.setState((state) => failed(state, { field: null, text: reason }));
        return;
      }
      const { encoder } = film;
      await encoder.settle();
      if (encoder.frames === 0) await clear();
      store.setState((state) => stopped(state, reason, partOf(encoder)));
    },
  };
}
