import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { ToolContext } from '#ui/tools/tool.ts';
import { INITIAL_STATE } from '#workspace/state.ts';
import { createFakeDevice, stubGpuConstants } from '../../../../../tests/support/fakeDevice.ts';
import { observedFrame } from '../../../../../tests/support/observedFrame.ts';
import { createPlanner, type Planner } from '../../../../../tests/support/planner.ts';
import { createFilmSession, type FilmSession } from './filmSession.ts';

const SOURCE = `import playground;
import rendering;
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID) { drawPixel(at, (int2 screen) => float4(1)); }
`;

let planner: Planner;
beforeAll(async () => {
  planner = await createPlanner();
});

let session: FilmSession;
/** The calls on the chosen file. */
let log: string[];
beforeEach(async () => {
  stubGpuConstants();
  log = [];
  const file = {
    write: async () => {},
    close: async () => {},
    abort: async () => void log.push('abort'),
  };
  const showSaveFilePicker = async () => ({ name: 'film.webm', createWritable: async () => file });
  vi.stubGlobal('window', { showSaveFilePicker });
  vi.stubGlobal('VideoEncoder', { isConfigSupported: async () => ({ supported: true }) });
  const newest = await observedFrame(createFakeDevice(), planner.descriptor(SOURCE));
  session = createFilmSession({
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
});
afterEach(() => vi.unstubAllGlobals());

it('renders once the user has chosen a file', async () => {
  session.open();
  await session.start();
  expect(log).toEqual(['render', 'abort']);
});

it('makes no film if the dialog closes during the file prompt', async () => {
  session.open();
  const started = session.start();
  session.close();
  await started;
  expect(log).toEqual(['abort']);
  expect(session.store.getState()).toMatchObject({ isOpen: false, activity: { kind: 'choosing' } });
});
