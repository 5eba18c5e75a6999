import type { Page } from '@playwright/test';

interface Sleeper {
  /**
   * Puts the page to sleep at its next frame submission; resolves once the GPU has finished that
   * frame. `hidden`: whether the page is notified that it is hidden.
   */
  fallAsleep(hidden: boolean): Promise<void>;
  wakeUp(milliseconds: number): void;
}

/**
 * Gives the test control of the page's time. Call before the page opens. While asleep, the page
 * gets no animation frames, timers or GPU completions; when it wakes up, the `performance` clock
 * has advanced, and timers that were due fire once. Timers of two seconds or more fire only then,
 * so that a slow machine never exceeds a time limit.
 */
export async function prepareSleep(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const now = performance.now.bind(performance);
    const requestFrame = window.requestAnimationFrame.bind(window);
    const startTimer = window.setTimeout.bind(window);
    const stopTimer = window.clearTimeout.bind(window);
    const { submit, onSubmittedWorkDone } = GPUQueue.prototype;
    const timers = new Map<number, { readonly due: number; readonly fire: () => void }>();
    let missed = 0;
    let sleep: Promise<void> | null = null;
    let endSleep = () => {};
    let onSubmit: (queue: GPUQueue) => void = () => {};
    let visibility: DocumentVisibilityState = 'visible';
    const show = (next: DocumentVisibilityState) => {
      if (visibility === next) return;
      visibility = next;
      document.dispatchEvent(new Event('visibilitychange'));
    };

    Object.defineProperty(document, 'visibilityState', { get: () => visibility });
    performance.now = () => now() + missed;
    window.requestAnimationFrame = (callback) =>
      requestFrame((at) => {
        if (sleep !== null) void sleep.then(() => window.requestAnimationFrame(callback));
        else callback(at + missed);
      });
    Object.assign(window, {
      setTimeout(callback: (...rest: unknown[]) => void, delay = 0, ...rest: unknown[]) {
        const fire = () => {
          stopTimer(id);
          if (timers.delete(id)) callback(...rest);
        };
        const comeByThemselves = delay < 2000;
        const id = startTimer(
          () => {
            if (sleep !== null) void sleep.then(fire);
            else if (comeByThemselves) fire();
          },
          comeByThemselves ? delay : 2 ** 31 - 1,
        );
        timers.set(id, { due: performance.now() + delay, fire });
        return id;
      },
      clearTimeout(id: number) {
        timers.delete(id);
        stopTimer(id);
      },
    });
    GPUQueue.prototype.submit = function (this: GPUQueue, ...commands) {
      submit.apply(this, commands);
      onSubmit(this);
    };
    GPUQueue.prototype.onSubmittedWorkDone = async function (this: GPUQueue) {
      await onSubmittedWorkDone.call(this);
      await sleep;
    };

    const sleeper: Sleeper = {
      fallAsleep: (hidden) =>
        new Promise((resolve) => {
          onSubmit = (queue) => {
            onSubmit = () => {};
            sleep = new Promise((end) => {
              endSleep = end;
            });
            if (hidden) show('hidden');
            void onSubmittedWorkDone.call(queue).then(() => resolve());
          };
        }),
      wakeUp(milliseconds) {
        missed += milliseconds;
        sleep = null;
        show('visible');
        const awake = performance.now();
        for (const { due, fire } of [...timers.values()]) if (due <= awake) fire();
        endSleep();
      },
    };
    Object.assign(window, { sleeper });
  });
}

/**
 * Puts the page to sleep for this many milliseconds of its time, while the GPU has a pending frame.
 */
export async function sleepFor(
  page: Page,
  milliseconds: number,
  how: 'hidden' | 'lid closed' = 'lid closed',
): Promise<void> {
  await page.evaluate(async (hidden) => {
    const { sleeper } = window as unknown as { sleeper: Sleeper };
    await sleeper.fallAsleep(hidden);
  }, how === 'hidden');
  await page.evaluate((asleep) => {
    (window as unknown as { sleeper: Sleeper }).sleeper.wakeUp(asleep);
  }, milliseconds);
}

export const sleepAnHour = (page: Page, how: 'hidden' | 'lid closed') =>
  sleepFor(page, 3_600_000, how);
