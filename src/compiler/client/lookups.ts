import type { Asker, EntryPointsRequest, EntryPointsResult } from '#program/compileResult.ts';
import type { Newest } from '#shared/newest.ts';
import { isSameRequest, type JobPurpose } from './jobQueue.ts';
import type { Supervisor } from './supervisor.ts';
import { unanswered } from './unanswered.ts';

interface Lookup {
  readonly request: EntryPointsRequest;
  readonly result: Promise<EntryPointsResult>;
  isOver: boolean;
}

/**
 * Looks entry points up, the newest request only: equal ones that overlap share a lookup, and one
 * that is overtaken ends soon.
 */
export function createLookups(
  supervisor: Supervisor,
): (request: EntryPointsRequest, asker?: Asker) => Promise<Newest<EntryPointsResult>> {
  let newest: Lookup | null = null;
  const look = async (request: EntryPointsRequest, purpose: JobPurpose) => {
    const outcome = await supervisor.run('findEntryPoints', request, purpose);
    return outcome.kind === 'answered'
      ? outcome.result.answer
      : unanswered(outcome.reason, request);
  };
  return async (request, asker = 'page') => {
    const purpose = asker === 'person' ? 'asked-lookup' : 'lookup';
    let mine = newest;
    if (mine && !mine.isOver && isSameRequest(mine.request, request)) {
      supervisor.promote('findEntryPoints', request, purpose);
    } else {
      if (mine && !mine.isOver) supervisor.abandon('findEntryPoints', mine.request);
      mine = { request, result: look(request, purpose), isOver: false };
      newest = mine;
    }
    const value = await mine.result;
    mine.isOver = true;
    return newest === mine ? { kind: 'done', value } : { kind: 'superseded' };
  };
}
