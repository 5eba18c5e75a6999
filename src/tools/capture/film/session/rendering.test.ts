import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';
import { VP9 } from '#tools/capture/film/encoding/formats.ts';
import type { ToolContext } from '#ui/tools/tool.ts';
import { INITIAL_STATE } from '#workspace/state.ts';
import {
  createFakeDevice,
  type FakeDevice,
  stubGpuConstants,
} from '../../../../../tests/support/fakeDevice.ts';
import { observedFrame } from '../../../../../tests/support/observedFrame.ts';
import { createPlanner, type Planner } from '../../../../../tests/support/planner.ts';
import { createFilmSession, renderFilm } from './filmSession.ts';

const SOURCE = `import playground;
import rendering;
[playground::TIME] uniform float time;
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID) { drawPixel(at, (int2 screen) => float4(time)); }
`;
const SIZE = { width: 64, height: 36 };

let planner: Planner;
beforeAll(async () => {
  planner = await createPlanner();
});

let fake: FakeDevice;
let newest: ObservedFrame | null;
let timer: NodeJS.Timeout;
beforeEach(async () => {
  stubGpuConstants();
  vi.stubGlobal(
    'VideoFrame',
    class {
      close(): void {}
    },
  );
  // As in a hidden tab.
  vi.stubGlobal('requestAnimationFrame', () => 0);
  fake = createFakeDevice();
  newest = await observedFrame(fake, planner.descriptor(SOURCE));
  timer = setInterval(() => {
    for (const buffer of fake.buffers) buffer.finishMapping();
  });
});
afterEach(() => {
  clearInterval(timer);
  vi.unstubAllGlobals();
});

/** Renders 20 frames. `onFrame` gets the number of finished frames. */
async function render(onFrame: (done: number) => void) {
  const context = {
    workspace: { store: createStore(() => INITIAL_STATE), inputsUpTo: () => [] },
    observers: { newest: () => newest },
    loadContents: async () => new Map(),
  } as unknown as ToolContext;
  let added = 0;
  const rendered = await renderFilm(context, {
    plan: { format: VP9, size: SIZE, rate: 60, bitrate: 1e6, range: null, note: null },
    range: { first: 0, count: 20, rate: 60 },
    signal: new AbortController().signal,
    async start() {
      return {
        ...{ frames: 0, bytes: 0, seconds: 0 },
        async add() {
          added += 1;
        },
        async settle() {},
        finish: async () => ({ ok: true, value: undefined }),
        async discard() {},
      };
    },
    onPlayed() {},
    onProgress: ({ done }) => onFrame(done),
  });
  return { rendered, added };
}

describe('rendering a film', () => {
  it('continues while the tab is hidden and while the user’s edits do not run', async () => {
    const { rendered, added } = await render((done) => {
      if (done === 5) newest = null;
    });
    expect(rendered).toEqual({ ok: true, value: undefined });
    expect(added).toBe(20);
  });

  it('reports the finished part when the device is lost', async () => {
    const { rendered } = await render((done) => {
      if (done === 5) fake.lose();
    });
    expect(rendered).toEqual({
      ok: false,
      error: expect.stringMatching(
        /^The film stopped after \d+ of 20 frames\. The graphics device was lost\./,
      ),
    });
  });
});

describe('the dialog for films', () => {
  /** Also returns what happens to the chosen file. */
  function openDialog() {
    const log: string[] = [];
    const file = {
      write: async () => {},
      close: async () => {},
      abort: async () => void log.push('abort'),
    };
    const picked = { name: 'film.webm', createWritable: async () => file };
    vi.stubGlobal('window', { showSaveFilePicker: async () => picked });
    vi.stubGlobal('VideoEncoder', { isConfigSupported: async () => ({ supported: true }) });
    const session = createFilmSession({
      workspace: {
        store: createStore(() => INITIAL_STATE),
        sourceUri: () => '',
        project: () => ({ text: '', files: [], assets: [] }),
        inputsUpTo: () => [],
        resume() {},
      },
      observers: { newest: () => newest },
      loadContents: async () => {
        log.push('render');
        throw new Error('No contents.');
      },
    } as unknown as ToolContext);
    session.open();
    return { session, log };
  }

  it('renders once the user has chosen a file', async () => {
    const { session, log } = openDialog();
    await session.start();
    expect(log).toEqual(['render', 'abort']);
  });

  it('makes no film if it closes during the file prompt', async () => {
    const { session, log } = openDialog();
    const started = session.start();
    session.close();
    await started;
    expect(log).toEqual(['abort']);
    const closed = { isOpen: false, activity: { kind: 'choosing' } };
    expect(session.store.getState()).toMatchObject(closed);
  });
});
