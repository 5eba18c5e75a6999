import { assertNever } from '#core/util/assertNever.ts';
import { messageOf } from '#core/util/errors.ts';
import { createPngWriter, type PngWriter } from './pngWriter.ts';
import type { PngAnswer, PngRequest } from './protocol.ts';

/** Answers the requests of the page; the worker's side of the protocol. */
export function servePngRequests(
  answer: (answer: PngAnswer) => void,
): (request: PngRequest) => Promise<void> {
  const writers = new Map<number, PngWriter>();
  const writerOf = (id: number) => {
    const writer = writers.get(id);
    if (!writer) throw new Error('its worker was restarted. Save it again.');
    return writer;
  };
  const serve = async (request: PngRequest) => {
    const { id } = request;
    switch (request.kind) {
      case 'begin':
        writers.set(id, createPngWriter(request.header));
        break;
      case 'rows':
        await writerOf(id).rows(request.pixels);
        answer({ id, kind: 'taken' });
        break;
      case 'end': {
        const writer = writerOf(id);
        writers.delete(id);
        answer({ id, kind: 'written', file: await writer.end() });
        break;
      }
      case 'drop':
        writers.delete(id);
        break;
      default:
        assertNever(request);
    }
  };
  return async (request) => {
    try {
      await serve(request);
    } catch (thrown) {
      writers.delete(request.id);
      answer({ id: request.id, kind: 'failed', reason: messageOf(thrown) });
    }
  };
}
