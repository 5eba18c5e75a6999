import { assertNever } from '#shared/assertNever.ts';
import { messageOf } from '#shared/errors.ts';
import { createPngWriter, type PngWriter } from './pngWriter.ts';
import type { PngAnswer, PngRequest } from './protocol.ts';

/** Answers the requests of the page; the worker's side of the protocol. */
export function servePngRequests(
  answer: (answer: PngAnswer) => void,
): (request: PngRequest) => Promise<void> {
  const writers = new Map<number, PngWriter>();
  const serve = async (request: PngRequest) => {
    const { id } = request;
    const writer = writers.get(id);
    switch (request.kind) {
      case 'begin':
        writers.set(id, createPngWriter(request.header));
        break;
      case 'rows':
        await writer?.rows(request.pixels);
        answer({ id, kind: 'taken' });
        break;
      case 'end': {
        writers.delete(id);
        const file = await writer?.end();
        if (file) answer({ id, kind: 'written', file });
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
