import { assertNever } from '#core/util/assertNever.ts';
import type { Dispose } from '#core/util/disposer.ts';
import type { PngHeader } from './pngWriter.ts';
import type { PngAnswer, PngRequest } from './protocol.ts';

/** Writes PNG files in a worker, which starts with the first one. */
export interface PngEncoder {
  begin(header: PngHeader): PngFile;
  dispose: Dispose;
}

/** A file that is being written. Both reject with a sentence if the worker cannot go on. */
export interface PngFile {
  /** Takes whole rows of red, green, blue and alpha away. Resolves once there is room for more. */
  rows(pixels: Uint8Array<ArrayBuffer>): Promise<void>;
  end(): Promise<Blob>;
  /** The file is not wanted any more. */
  drop(): void;
}

/** The part of a worker that is used here. */
export interface PngLink {
  post(request: PngRequest, transfer: readonly ArrayBuffer[]): void;
  close(): void;
}

export interface PngLinkEvents {
  onAnswer(answer: PngAnswer): void;
  /** The worker cannot be used any more. */
  onFailure(reason: string): void;
}

interface Pending {
  resolve(file: Blob | null): void;
  reject(reason: Error): void;
}

export function createPngEncoder(open: (events: PngLinkEvents) => PngLink): PngEncoder {
  const answers = createAnswers();
  let link: PngLink | null = null;
  let lastId = 0;
  const end = (reason: string) => {
    link?.close();
    link = null;
    answers.failAll(reason);
  };
  const post = (request: PngRequest, transfer: readonly ArrayBuffer[] = []) => {
    link ??= open({ onAnswer: answers.settle, onFailure: end });
    link.post(request, transfer);
  };
  const ask = (request: PngRequest, transfer?: readonly ArrayBuffer[]) => {
    const answer = answers.next(request.id);
    post(request, transfer);
    return answer;
  };
  return {
    begin(header) {
      lastId += 1;
      const id = lastId;
      post({ id, kind: 'begin', header });
      return {
        async rows(pixels) {
          await ask({ id, kind: 'rows', pixels }, [pixels.buffer]);
        },
        async end() {
          const file = await ask({ id, kind: 'end' });
          if (!file) throw new Error('The picture could not be written.');
          return file;
        },
        drop() {
          answers.fail(id, 'it was cancelled.');
          // A worker that has ended holds no file.
          link?.post({ id, kind: 'drop' }, []);
        },
      };
    },
    dispose: () => end('it was cancelled.'),
  };
}

/** What files wait for, by their ids: each for one answer at a time. */
function createAnswers() {
  const waiting = new Map<number, Pending>();
  const take = (id: number) => {
    const pending = waiting.get(id);
    waiting.delete(id);
    return pending;
  };
  const fail = (id: number, reason: string) =>
    take(id)?.reject(new Error(`The picture could not be written: ${reason}`));
  return {
    next: (id: number) =>
      new Promise<Blob | null>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
      }),
    settle(answer: PngAnswer) {
      switch (answer.kind) {
        case 'taken':
          take(answer.id)?.resolve(null);
          break;
        case 'written':
          take(answer.id)?.resolve(answer.file);
          break;
        case 'failed':
          fail(answer.id, answer.reason);
          break;
        default:
          assertNever(answer);
      }
    },
    fail,
    failAll(reason: string) {
      for (const id of [...waiting.keys()]) fail(id, reason);
    },
  };
}

/** The page's worker for PNG files. */
export function openPngWorker({ onAnswer, onFailure }: PngLinkEvents): PngLink {
  const worker = new Worker(new URL('./pngWorker.ts', import.meta.url), {
    type: 'module',
    name: 'png',
  });
  worker.onmessage = ({ data }: MessageEvent<PngAnswer>) => onAnswer(data);
  worker.onerror = (event) => {
    event.preventDefault();
    onFailure(event.message || 'Its script could not be loaded.');
  };
  return {
    post: (request, transfer) => worker.postMessage(request, [...transfer]),
    close: () => worker.terminate(),
  };
}
