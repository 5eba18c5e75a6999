import type { StoreApi } from 'zustand/vanilla';
import type { Destination } from '#tools/capture/film/encoding/destination.ts';
import type { FilmState } from './filmState.ts';
import { partOf, type StartedFilm } from './startFilm.ts';
import { failed, finishing, saved, stopped } from './transitions.ts';

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
