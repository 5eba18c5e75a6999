import type { CDPSession, Page } from '@playwright/test';

/** What the page has told of itself since the last look. */
export interface Observed {
  /** The text in the editor; null if there is no editor. */
  readonly text: string | null;
  /** The most pictures that one animation frame has drawn, of those that many in a row have. */
  readonly picturesPerFrame: number;
}

export interface Watch {
  /** What was thrown, rejected or written to the console as an error; empties the list. */
  takeProblems(): string[];
  observe(): Promise<Observed>;
  /** Bytes on the page's JavaScript heap after everything unused was collected. */
  heapBytes(): Promise<number>;
}

/** Two loops show in each frame; a step, or a new version that takes over, shows in one or two. */
const IN_A_ROW = 6;

/** Watches a page that has not been opened yet. */
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

/** In the page, before its scripts: how many pictures are drawn in each animation frame. */
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

/** In the page. The editor shows only a part of its text; its state has the whole. */
function look(): Observed {
  const content = document.querySelector('[aria-label="Shader source"]');
  // What CodeMirror keeps at its content element, for `EditorView.findFromDOM`.
  const tile = (content as { cmTile?: { root: { view: { state: { doc: unknown } } } } } | null)
    ?.cmTile;
  const { picturesPerFrame = 0 } = globalThis as Counted;
  return { text: tile ? String(tile.root.view.state.doc) : null, picturesPerFrame };
}
