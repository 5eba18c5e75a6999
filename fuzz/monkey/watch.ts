import type { CDPSession, Page } from '@playwright/test';

export interface Watch {
  /** Errors thrown, rejections, and console errors since the last call. */
  takeProblems(): string[];
  /** The current problems with the page. */
  examine(): Promise<string[]>;
  /** Size of the page's JavaScript heap after a garbage collection, in bytes. */
  heapBytes(): Promise<number>;
}

/** Two loops draw twice in every frame; a step or a takeover does so only in one or two frames. */
const IN_A_ROW = 6;

/** Chromium's own message when the site requests a file that it expects to be missing. */
const EXPECTED = /^Failed to load resource/;

/** Starts to watch a page; call before it opens the site. */
export async function watchPage(page: Page): Promise<Watch> {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.stack ?? error.message));
  page.on('console', (message) => {
    const isExpected = EXPECTED.test(message.text());
    if (message.type() === 'error' && !isExpected) {
      problems.push(`${message.text()} ${message.location().url}`);
    }
  });
  page.on('crash', () => problems.push('The page crashed.'));
  // tsx inserts calls to it in functions that are sent to the page.
  await page.addInitScript('globalThis.__name = (value) => value;');
  await page.addInitScript(countLoops, IN_A_ROW);
  const session: CDPSession = await page.context().newCDPSession(page);
  return {
    takeProblems: () => problems.splice(0),
    async examine() {
      const { alerts, loopsPerFrame } = await page.evaluate(look);
      return loopsPerFrame > 1 ? [...alerts, 'more than one loop draws'] : alerts;
    },
    async heapBytes() {
      await session.send('HeapProfiler.collectGarbage');
      return (await session.send('Runtime.getHeapUsage')).usedSize;
    },
  };
}

interface Counted {
  loopsPerFrame?: number;
}

/**
 * Runs in the page before its scripts. Counts the callbacks that draw “Render output” in one
 * animation frame.
 */
function countLoops(inARow: number): void {
  if (!('GPUCanvasContext' in globalThis)) return;
  const counted = globalThis as Counted;
  const { requestAnimationFrame } = globalThis;
  const { getCurrentTexture } = GPUCanvasContext.prototype;
  let callbacks = 0;
  globalThis.requestAnimationFrame = (callback) =>
    requestAnimationFrame((time) => {
      callbacks += 1;
      callback(time);
    });
  let frame: CSSNumberish | null = null;
  let drawing = 0;
  let loops = 0;
  let recent: number[] = [];
  GPUCanvasContext.prototype.getCurrentTexture = function (this: GPUCanvasContext) {
    const isOutput = (this.canvas as HTMLCanvasElement).ariaLabel === 'Render output';
    const { currentTime } = document.timeline;
    if (isOutput && currentTime !== frame) {
      recent = [...recent, loops].slice(-inARow);
      const least = recent.length < inARow ? 0 : Math.min(...recent);
      counted.loopsPerFrame = Math.max(counted.loopsPerFrame ?? 0, least);
      frame = currentTime;
      loops = 0;
    }
    // One loop may draw several frames in a single callback.
    if (isOutput && drawing !== callbacks) loops += 1;
    if (isOutput) drawing = callbacks;
    return getCurrentTexture.call(this);
  };
}

/** Runs in the page. A failed part shows an alert, and so does the whole page. */
function look(): { readonly alerts: string[]; readonly loopsPerFrame: number } {
  const { loopsPerFrame = 0 } = globalThis as Counted;
  const alerts = [...document.querySelectorAll<HTMLElement>('[role=alert], h1')]
    .map((alert) => alert.innerText)
    .filter((text) => text.includes('stopped working'));
  return { alerts, loopsPerFrame };
}
