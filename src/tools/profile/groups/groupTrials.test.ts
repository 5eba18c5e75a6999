import { beforeEach, describe, expect, it } from 'vitest';
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

describe('the trial of group sizes', () => {
  it('pauses a playing run, and resumes it afterwards', async () => {
    trials.start('paint');
    expect(asked).toEqual(['pause']);
    expect(trials.store.getState()).toMatchObject({ kind: 'working', entryPoint: 'paint' });
    await settled();
    expect(asked).toEqual(['pause', 'resume']);
    expect(trials.store.getState()).toMatchObject({
      kind: 'stopped',
      reason: expect.stringMatching(/^Nothing runs/),
    });
  });

  it('keeps a paused run paused', async () => {
    plays('paused');
    trials.start('paint');
    await settled();
    expect(asked).toEqual([]);
  });

  it('resumes the run after the last of two trials', async () => {
    trials.start('paint');
    trials.start('fill');
    await settled();
    expect(asked).toEqual(['pause', 'resume']);
    expect(trials.store.getState()).toMatchObject({ kind: 'stopped', entryPoint: 'fill' });
  });

  it('reports its cancellation, and resumes the run', async () => {
    trials.start('paint');
    trials.cancel();
    await settled();
    expect(asked).toEqual(['pause', 'resume']);
    expect(trials.store.getState()).toEqual({
      ...{ kind: 'stopped', entryPoint: 'paint', reason: 'The trial was cancelled.' },
    });
  });

  it('closes when another source is opened', () => {
    trials.store.setState(DONE, true);
    store.setState({ opened: { ...INITIAL_STATE.opened, revision: 1 } });
    expect(trials.store.getState()).toEqual({ kind: 'closed' });
  });
});

describe('the best size', () => {
  const note = () => {
    const state = trials.store.getState();
    return state.kind === 'done' ? state.note : null;
  };

  it('is written into the source on request, in one undo step', () => {
    trials.store.setState(DONE, true);
    expect(edits).toEqual([]);
    trials.use();
    expect(edits).toHaveLength(1);
    const [{ files = [], label = '' } = {}] = edits;
    expect(label).toBe('Use groups of 16 × 16 threads for paint');
    expect(files.map(({ changes }) => changedText(SOURCE, changes))).toEqual([
      '[numthreads(16, 16, 1)] void paint() {}',
    ]);
    expect(note()).toEqual({
      isProblem: false,
      text: 'The source now has groups of 16 × 16 threads for paint. Run it to use them.',
    });
  });

  it('is written into the source’s current text', () => {
    text = `// moved\n${SOURCE}`;
    trials.store.setState(DONE, true);
    trials.use();
    const changes = edits[0]?.files[0]?.changes ?? [];
    expect(changedText(text, changes)).toBe('// moved\n[numthreads(16, 16, 1)] void paint() {}');
  });

  it('is not written twice or over another size', () => {
    trials.store.setState(DONE, true);
    text = '[numthreads(16, 16, 1)] void paint() {}';
    trials.use();
    expect(note()?.isProblem).toBe(false);
    text = '[numthreads(4, 4, 1)] void paint() {}';
    trials.use();
    expect(note()).toMatchObject({
      isProblem: true,
      text: expect.stringMatching(/cannot be found/),
    });
    expect(edits).toEqual([]);
  });

  it('needs no Run in live mode', () => {
    store.setState({ live: true });
    trials.store.setState(DONE, true);
    trials.use();
    expect(note()?.text).toBe('The source now has groups of 16 × 16 threads for paint.');
  });

  it('is not written if no other size is better', () => {
    trials.store.setState({ ...DONE, advice: { kind: 'keep' } }, true);
    trials.use();
    expect(edits).toEqual([]);
  });
});
