import { beforeEach, expect, it } from 'vitest';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { PlaybackState } from '#core/plan/runControls.ts';
import type { ProjectEdits } from '#core/project/edits.ts';
import { INITIAL_STATE, type WorkspaceState } from '#workspace/state.ts';
import type { Candidate } from './candidates.ts';
import { createGroupTrials, type GroupTrials } from './groupTrials.ts';
import { changedText } from './numthreads.ts';
import type { DoneTrial } from './state.ts';

const SOURCE = '[numthreads(8, 8, 1)] void paint() {}';

const BEST: Candidate = { size: [16, 16, 1], text: '16 × 16', isPresent: false, excess: null };

const DONE: DoneTrial = {
  ...{ kind: 'done', entryPoint: 'paint', present: [8, 8, 1], sizes: [] },
  ...{ advice: { kind: 'use', size: BEST, gain: 0.5 }, clock: 'timestamps', rounds: 20 },
  note: null,
};

let store: StoreApi<WorkspaceState>;
let text: string;
let asked: string[];
let edits: ProjectEdits[];
let trials: GroupTrials;
beforeEach(() => {
  store = createStore<WorkspaceState>(() => INITIAL_STATE);
  text = SOURCE;
  asked = [];
  edits = [];
  plays('playing');
  trials = createGroupTrials({
    workspace: {
      store,
      project: () => ({ text, files: [], assets: [] }),
      editFiles: (edit) => edits.push(edit),
      pause() {
        asked.push('pause');
        plays('paused');
      },
      resume() {
        asked.push('resume');
        plays('playing');
      },
    },
    observers: { newest: () => null },
    loadContents: async () => new Map(),
    compile: async () => null,
  });
});

function plays(playback: PlaybackState): void {
  const shown = { outputs: [], uniforms: [], stale: false, printed: '' } as const;
  store.setState({ run: { kind: 'running', playback, ...shown } });
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

it('the trial of group sizes pauses a playing run, and resumes it afterwards', async () => {
  trials.start('paint');
  expect(asked).toEqual(['pause']);
  expect(trials.store.getState()).toMatchObject({ kind: 'working', entryPoint: 'paint' });
  await settled();
  expect(asked).toEqual(['pause', 'resume']);
  const reason = expect.stringMatching(/^Nothing runs/);
  expect(trials.store.getState()).toMatchObject({ kind: 'stopped', reason });
});

it('the trial of group sizes keeps a paused run paused', async () => {
  plays('paused');
  trials.start('paint');
  await settled();
  expect(asked).toEqual([]);
});

const CANCELLED = { entryPoint: 'paint', reason: 'The trial was cancelled.' };

it.each([
  ['the last of two trials', () => trials.start('fill'), { entryPoint: 'fill' }],
  ['its cancellation', () => trials.cancel(), CANCELLED],
])('the trial of group sizes resumes the run after %s', async (_, end, state) => {
  trials.start('paint');
  end();
  await settled();
  expect(asked).toEqual(['pause', 'resume']);
  expect(trials.store.getState()).toMatchObject({ kind: 'stopped', ...state });
});

it('the trial of group sizes closes when another source is opened', () => {
  trials.store.setState(DONE, true);
  store.setState({ opened: { ...INITIAL_STATE.opened, revision: 1 } });
  expect(trials.store.getState()).toEqual({ kind: 'closed' });
});

/** Uses the size of a finished trial, and returns the note on it. */
const used = (trial: Partial<DoneTrial> = {}) => {
  trials.store.setState({ ...DONE, ...trial }, true);
  trials.use();
  const state = trials.store.getState();
  return state.kind === 'done' ? state.note : null;
};

it('the best size is written into the source’s current text on request, in one undo step', () => {
  text = `// moved\n${SOURCE}`;
  trials.store.setState(DONE, true);
  expect(edits).toEqual([]);
  const note = used();
  expect(edits).toHaveLength(1);
  const [{ files = [], label = '' } = {}] = edits;
  expect(label).toBe('Use groups of 16 × 16 threads for paint');
  const texts = files.map(({ changes }) => changedText(text, changes));
  expect(texts).toEqual(['// moved\n[numthreads(16, 16, 1)] void paint() {}']);
  const said = 'The source now has groups of 16 × 16 threads for paint. Run it to use them.';
  expect(note).toEqual({ isProblem: false, text: said });
});

it('the best size is not written twice or over another size', () => {
  text = '[numthreads(16, 16, 1)] void paint() {}';
  expect(used()?.isProblem).toBe(false);
  text = '[numthreads(4, 4, 1)] void paint() {}';
  const reason = expect.stringMatching(/cannot be found/);
  expect(used()).toMatchObject({ isProblem: true, text: reason });
  expect(edits).toEqual([]);
});

it('the best size needs no Run in live mode', () => {
  store.setState({ live: true });
  expect(used()?.text).toBe('The source now has groups of 16 × 16 threads for paint.');
});

it('the best size is not written if no other size is better', () => {
  used({ advice: { kind: 'keep' } });
  expect(edits).toEqual([]);
});
