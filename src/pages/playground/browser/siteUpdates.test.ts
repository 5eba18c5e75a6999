import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SiteRegistration } from '#engine/storage/site.ts';
import { createSiteUpdates, type SiteUpdates } from './siteUpdates.ts';

const HOUR = 60 * 60 * 1000;

class FakeWorker extends EventTarget {
  state = 'installing';
  readonly posted: unknown[] = [];
  postMessage(message: unknown): void {
    this.posted.push(message);
  }
  become(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  active: FakeWorker | null = null;
  readonly update = vi.fn(() => Promise.resolve());
  /** Makes the browser find and download a newer version. */
  find(): FakeWorker {
    const found = new FakeWorker();
    this.installing = found;
    this.dispatchEvent(new Event('updatefound'));
    this.installing = null;
    this.waiting = found;
    found.become('installed');
    return found;
  }
}

class FakeContainer extends EventTarget {
  controller: FakeWorker | null = null;
}

class FakeDocument extends EventTarget {
  visibilityState = 'visible';
  show(state: 'visible' | 'hidden'): void {
    this.visibilityState = state;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

let page: FakeDocument;
let registration: FakeRegistration;
let container: FakeContainer;
let now: number;
let reloads: number;
let onLine: boolean;
beforeEach(() => {
  page = new FakeDocument();
  registration = new FakeRegistration();
  container = new FakeContainer();
  now = 0;
  reloads = 0;
  onLine = true;
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', {
    get onLine() {
      return onLine;
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

function create(refused = false): SiteUpdates {
  const registered = { container, registration } as unknown as SiteRegistration;
  return createSiteUpdates({
    register: async () => (refused ? null : registered),
    reloadPage() {
      reloads += 1;
    },
    now: () => now,
  });
}

async function startCurrent(): Promise<SiteUpdates> {
  registration.active = new FakeWorker();
  container.controller = registration.active;
  const updates = create();
  await updates.start();
  return updates;
}

it('offers nothing when the browser stores the site for the first time', async () => {
  const updates = create();
  await updates.start();
  const first = registration.find();
  registration.active = first;
  registration.waiting = null;
  container.controller = first;
  container.dispatchEvent(new Event('controllerchange'));
  expect(updates.state()).toEqual({ kind: 'none' });
});

it('offers a newer version once it is downloaded, or if one is already waiting', async () => {
  const updates = await startCurrent();
  const heard = vi.fn();
  updates.subscribe(heard);
  expect(updates.state()).toEqual({ kind: 'none' });
  registration.find();
  expect(updates.state()).toEqual({ kind: 'ready' });
  expect(heard).toHaveBeenCalledOnce();

  const next = create();
  await next.start();
  expect(next.state()).toEqual({ kind: 'ready' });
});

it('reloads once the newer version has taken over', async () => {
  const updates = await startCurrent();
  const worker = registration.find();
  updates.reload();
  expect(worker.posted).toEqual(['playground:activate']);
  worker.become('activating');
  expect(reloads).toBe(0);
  worker.become('activated');
  expect(reloads).toBe(1);
});

it('hides the offer after Dismiss until another version appears', async () => {
  const updates = await startCurrent();
  registration.find();
  updates.dismiss();
  expect(updates.state()).toEqual({ kind: 'none' });
  expect(reloads).toBe(0);
  registration.find();
  expect(updates.state()).toEqual({ kind: 'ready' });
});

it('offers a reload when another tab has switched to a newer version', async () => {
  const updates = await startCurrent();
  container.controller = new FakeWorker();
  container.dispatchEvent(new Event('controllerchange'));
  expect(updates.state()).toEqual({ kind: 'ready' });
  updates.reload();
  expect(reloads).toBe(1);
});

it('checks for a newer version when it becomes visible after more than an hour', async () => {
  await startCurrent();
  const glance = (after: number) => {
    page.show('hidden');
    now += after;
    page.show('visible');
  };
  glance(HOUR / 2);
  expect(registration.update).not.toHaveBeenCalled();
  glance(HOUR);
  expect(registration.update).toHaveBeenCalledOnce();
  glance(HOUR / 2);
  expect(registration.update).toHaveBeenCalledOnce();
  registration.update.mockRejectedValueOnce(new TypeError('You are offline.'));
  glance(HOUR);
  expect(registration.update).toHaveBeenCalledTimes(2);
});

it('reports a missing file, but not while offline', () => {
  const updates = create();
  onLine = false;
  window.dispatchEvent(new Event('vite:preloadError'));
  expect(updates.state()).toEqual({ kind: 'none' });
  onLine = true;
  window.dispatchEvent(new Event('vite:preloadError'));
  expect(updates.state()).toEqual({ kind: 'part-missing' });
  updates.reload();
  expect(reloads).toBe(1);
});

it('offers nothing where the browser refuses service workers', async () => {
  const updates = create(true);
  await updates.start();
  page.show('hidden');
  now += 2 * HOUR;
  page.show('visible');
  expect(updates.state()).toEqual({ kind: 'none' });
});

it('stops listening once disposed', async () => {
  const updates = await startCurrent();
  updates.dispose();
  registration.find();
  expect(updates.state()).toEqual({ kind: 'none' });
});
