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
  /** Hides the page and shows it after this time. */
  glance(after: number): void {
    for (const state of ['hidden', 'visible']) {
      this.visibilityState = state;
      this.dispatchEvent(new Event('visibilitychange'));
      if (state === 'hidden') now += after;
    }
  }
}

let page: FakeDocument;
let registration: FakeRegistration;
let container: FakeContainer;
let now: number;
const reloadPage = vi.fn();
const navigator = { onLine: true };
beforeEach(() => {
  page = new FakeDocument();
  registration = new FakeRegistration();
  container = new FakeContainer();
  now = 0;
  reloadPage.mockReset();
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', navigator);
});
afterEach(() => vi.unstubAllGlobals());

function create(refused = false): SiteUpdates {
  const registered = { container, registration } as unknown as SiteRegistration;
  const register = async () => (refused ? null : registered);
  return createSiteUpdates({ register, reloadPage, now: () => now });
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
  expect(reloadPage).not.toHaveBeenCalled();
  worker.become('activated');
  expect(reloadPage).toHaveBeenCalledOnce();
});

it('hides the offer after Dismiss until another version appears', async () => {
  const updates = await startCurrent();
  registration.find();
  updates.dismiss();
  expect(updates.state()).toEqual({ kind: 'none' });
  expect(reloadPage).not.toHaveBeenCalled();
  registration.find();
  expect(updates.state()).toEqual({ kind: 'ready' });
});

it('offers a reload when another tab has switched to a newer version', async () => {
  const updates = await startCurrent();
  container.controller = new FakeWorker();
  container.dispatchEvent(new Event('controllerchange'));
  expect(updates.state()).toEqual({ kind: 'ready' });
  updates.reload();
  expect(reloadPage).toHaveBeenCalledOnce();
});

it('checks for a newer version when it becomes visible after more than an hour', async () => {
  await startCurrent();
  const updatesAfter = (time: number) => {
    page.glance(time);
    return registration.update.mock.calls.length;
  };
  expect([HOUR / 2, HOUR, HOUR / 2].map(updatesAfter)).toEqual([0, 1, 1]);
  registration.update.mockRejectedValueOnce(new TypeError('You are offline.'));
  expect(updatesAfter(HOUR)).toBe(2);
});

it('reports a missing file, but not while offline', () => {
  const updates = create();
  navigator.onLine = false;
  window.dispatchEvent(new Event('vite:preloadError'));
  expect(updates.state()).toEqual({ kind: 'none' });
  navigator.onLine = true;
  window.dispatchEvent(new Event('vite:preloadError'));
  expect(updates.state()).toEqual({ kind: 'part-missing' });
  updates.reload();
  expect(reloadPage).toHaveBeenCalledOnce();
});

it('offers nothing where the browser refuses service workers', async () => {
  const updates = create(true);
  await updates.start();
  page.glance(2 * HOUR);
  expect(updates.state()).toEqual({ kind: 'none' });
});

it('stops listening once disposed', async () => {
  const updates = await startCurrent();
  updates.dispose();
  registration.find();
  expect(updates.state()).toEqual({ kind: 'none' });
});
