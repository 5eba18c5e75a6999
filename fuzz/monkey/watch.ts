import type { CDPSession, Page } from '@playwright/test';

/** The state of the page at one moment. */
export interface Observed {
  /** The text in the editor; null if there is no editor. */
  readonly text: string | null;
  /** The number of pictures that each of several animation frames in a row has drawn, at most. */
  readonly picturesPerFrame: number;
}

export interface Watch {
  /** Errors thrown, rejections, and console errors since the last call. */
  takeProblems(): string[];
  observe(): Promise<Observed>;
  /** Bytes on the page's JavaScript heap after a garbage collection. */
  heapBytes(): Promise<number>;
}

/** Two loops draw twice in every frame; a step or a takeover does so in one or two frames. */
const IN_A_ROW = 6;

/** Starts to watch a page, before it opens the site. */
export async function watchPage(page: Page): Promise<Watch> {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.stack ?? error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} ${message.location().url}`);
  });
  page.on('crash', () => problems.push('The page crashed.'));
  await page.addInitScript(countPictures, IN_A_ROW);
  const session: CDPSession = await page.context().newCDPSession(page);
  return {
    takeProblems: () => problems.splice(0),
    observe: () => page.evaluate(look),
    async heapBytes() {
      await session.send('HeapProfiler.collectGarbage');
      return (await session.send('Runtime.getHeapUsage')).usedSize;
    },
  };
}

interface Counted {
  picturesPerFrame?: number;
}

/** Runs in the page before its scripts. Counts the pictures drawn per animation frame. */
function countPictures(inARow: number): void {
  if (!('GPUCanvasContext' in globalThis)) return;
  const counted = globalThis as Counted;
  const { getCurrentTexture } = GPUCanvasContext.prototype;
  let frame: CSSNumberish | null = null;
  let drawn = 0;
  let recent: number[] = [];
  GPUCanvasContext.prototype.getCurrentTexture = function (this: GPUCanvasContext) {
    const { currentTime } = document.timeline;
    if (currentTime !== frame) {
      recent = [...recent, drawn].slice(-inARow);
      const least = recent.length < inARow ? 0 : Math.min(...recent);
      counted.picturesPerFrame = Math.max(counted.picturesPerFrame ?? 0, least);
      frame = currentTime;
      drawn = 0;
    }
    drawn += 1;
    return getCurrentTexture.call(this);
  };
}

/** Runs in the page. Reads the editor's state, since the editor shows only a part of its text. */
function look(): Observed {
  const content = document.querySelector('[aria-label="Shader source"]');
  // CodeMirror stores it on the content element, for `EditorView.findFromDOM`.
  const tile = (content as { cmTile?: { root: { view: { state: { doc: unknown } } } } } | null)
    ?.cmTile;
  const { picturesPerFrame = 0 } = globalThis as Counted;
  return { text: tile ? String(tile.root.view.state.doc) : null, picturesPerFrame };
}
