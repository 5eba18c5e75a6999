import { describe, expect, it, vi } from 'vitest';
import { fail, ok } from '#core/util/result.ts';
import type { Call } from '#engine/worker/calls.ts';
import type { Link, LinkEvents } from '#engine/worker/workerClient.ts';
import { createAnalysisClient, TIME_LIMIT } from './analysisClient.ts';
import type { AnalysisMethods } from './analysisHandlers.ts';

interface OpenedLink {
  readonly events: LinkEvents<AnalysisMethods>;
  readonly requests: Call<AnalysisMethods>[];
  readonly close: Link<AnalysisMethods>['close'];
}

/** A client whose links record what they receive. The test answers through their events. */
function setUp() {
  const links: OpenedLink[] = [];
  const client = createAnalysisClient((events) => {
    const link = { events, requests: [] as Call<AnalysisMethods>[], close: vi.fn() };
    links.push(link);
    return { post: (request) => void link.requests.push(request), close: link.close };
  });
  const linkAt = (index: number): OpenedLink => {
    const link = links[index];
    if (!link) throw new Error(`No link ${index} was opened.`);
    return link;
  };
  const ask = (spirv: string) => client.ask('countCosts', { spirv });
  return { client, links, linkAt, ask };
}

const requestOf = (id: number, spirv: string) => ({ id, method: 'countCosts', params: { spirv } });
const NOTHING = { functions: [], entryPoints: [] };

describe('the client of the analysis worker', () => {
  it('starts the worker once, on the first request', () => {
    const { links, linkAt, ask } = setUp();
    expect(links).toEqual([]);
    void ask('a');
    void ask('b');
    expect(links).toHaveLength(1);
    expect(linkAt(0).requests).toEqual([requestOf(1, 'a'), requestOf(2, 'b')]);
  });

  it('matches answers to requests in any order', async () => {
    const { linkAt, ask } = setUp();
    const first = ask('a');
    const second = ask('b');
    linkAt(0).events.onAnswer({ id: 2, outcome: fail('It has no end.') });
    linkAt(0).events.onAnswer({ id: 1, outcome: ok(NOTHING) });
    expect(await first).toBe(NOTHING);
    await expect(second).rejects.toThrow('It has no end.');
  });

  it('rejects pending requests when the worker dies, and starts a new worker on the next request', async () => {
    const { links, linkAt, ask } = setUp();
    const lost = ask('a');
    linkAt(0).events.onFailure('The worker died.');
    await expect(lost).rejects.toThrow('The worker died.');
    expect(linkAt(0).close).toHaveBeenCalledOnce();
    expect(links).toHaveLength(1);

    const next = ask('b');
    expect(links).toHaveLength(2);
    linkAt(0).events.onFailure('The first worker says so again.');
    linkAt(1).events.onAnswer({ id: 2, outcome: ok(NOTHING) });
    expect(await next).toBe(NOTHING);
  });

  it('rejects a request that cannot be posted, and continues', async () => {
    let isBroken = true;
    const client = createAnalysisClient(({ onAnswer }) => ({
      post({ id }) {
        if (isBroken) throw new Error('It could not be cloned.');
        onAnswer({ id, outcome: ok(NOTHING) });
      },
      close: () => undefined,
    }));
    const ask = (spirv: string) => client.ask('countCosts', { spirv });
    await expect(ask('a')).rejects.toThrow('could not be cloned');
    isBroken = false;
    expect(await ask('b')).toBe(NOTHING);
  });

  it('rejects a request that takes too long, and sends the others to a new worker', async () => {
    vi.useFakeTimers();
    try {
      const { links, linkAt, ask } = setUp();
      const slow = ask('a');
      const next = ask('b');
      const lost = expect(slow).rejects.toThrow('within 30 seconds');
      await vi.advanceTimersByTimeAsync(TIME_LIMIT - 1);
      expect(links).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(1);
      await lost;
      expect(linkAt(0).close).toHaveBeenCalledOnce();
      expect(linkAt(1).requests).toEqual([requestOf(2, 'b')]);
      // The new worker has its own time limit for the second request.
      await vi.advanceTimersByTimeAsync(TIME_LIMIT - 1);
      linkAt(0).events.onAnswer({ id: 1, outcome: ok(NOTHING) });
      linkAt(1).events.onAnswer({ id: 2, outcome: ok(NOTHING) });
      expect(await next).toBe(NOTHING);
      await vi.advanceTimersByTimeAsync(TIME_LIMIT);
      expect(links).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('ends the worker and rejects all requests when it is disposed', async () => {
    const { client, links, linkAt, ask } = setUp();
    const waiting = ask('a');
    client.dispose();
    await expect(waiting).rejects.toThrow('no longer needs');
    await expect(ask('b')).rejects.toThrow('no longer needs');
    expect(linkAt(0).close).toHaveBeenCalledOnce();
    expect(links).toHaveLength(1);
  });
});
