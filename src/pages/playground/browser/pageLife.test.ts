import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryStorage } from '../../../../tests/support/memoryStorage.ts';
import { createPageLife } from './pageLife.ts';

/** The part of the browser's LockManager that pages use here. */
function createLocks() {
  const held = new Map<string, () => void>();
  const freed = new EventTarget();
  const request = async (
    name: string,
    options: { ifAvailable?: boolean; signal?: AbortSignal },
    use: (lock: object | null) => unknown,
  ): Promise<unknown> => {
    while (held.has(name)) {
      if (options.ifAvailable) return use(null);
      await new Promise<void>((resolve, reject) => {
        freed.addEventListener(name, () => resolve(), { once: true });
        options.signal?.addEventListener('abort', () => reject(options.signal?.reason));
      });
    }
    const free = new Promise<void>((resolve) => held.set(name, resolve));
    const done = use({ name });
    await Promise.race([free, done]);
    held.delete(name);
    freed.dispatchEvent(new Event(name));
    return done;
  };
  const manager = {
    request: (name: string, ...rest: unknown[]) => {
      const use = rest.at(-1) as (lock: object | null) => unknown;
      return request(name, rest.length > 1 ? (rest[0] as object) : {}, use);
    },
  } as unknown as LockManager;
  return {
    manager,
    /** Ends the page, which releases its lock. */
    end(id: string) {
      held.get(`playground:page:${id}`)?.();
    },
  };
}

const anotherTab = () => vi.stubGlobal('sessionStorage', createMemoryStorage());

beforeEach(anotherTab);

describe('a page', () => {
  it('has ended only when its lock is free', async () => {
    const { manager, end } = createLocks();
    const first = createPageLife(manager);
    anotherTab();
    const second = createPageLife(manager);
    expect(second.id).not.toBe(first.id);
    expect(await second.hasEnded(first.id)).toBe(false);
    end(first.id);
    await vi.waitFor(async () => expect(await second.hasEnded(first.id)).toBe(true));
    expect(await first.hasEnded(second.id)).toBe(false);
  });

  it('that was in this tab before gets a moment to end, and has not ended if it only was duplicated', async () => {
    const { manager, end } = createLocks();
    const first = createPageLife(manager);
    const second = createPageLife(manager);
    expect(await second.hasEnded(first.id)).toBe(false);
    const ended = second.hasEnded(first.id);
    end(first.id);
    expect(await ended).toBe(true);
  });

  it('counts as ended without locks only if it was in this tab before', async () => {
    const first = createPageLife(undefined);
    anotherTab();
    const elsewhere = createPageLife(undefined);
    const reloaded = createPageLife(undefined);
    expect(await reloaded.hasEnded(elsewhere.id)).toBe(true);
    expect(await reloaded.hasEnded(first.id)).toBe(false);
  });
});
