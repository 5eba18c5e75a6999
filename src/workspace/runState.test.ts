import { expect, it } from 'vitest';
import {
  begun,
  ended,
  expectingOutputs,
  givenUp,
  isRunning,
  outputsOf,
  type RunState,
  type ShownRun,
  shownRun,
  showsRun,
  takenOver,
  withShown,
} from './runState.ts';

const SHOWN: ShownRun = {
  ...{ outputs: ['image'], uniforms: [], stale: false, playback: 'paused', printed: 'one' },
};
const IDLE: RunState = { kind: 'idle' };
const RUNNING = takenOver(SHOWN, false);

it('keeps showing the drawing run while another one starts', () => {
  const run = begun(RUNNING);
  expect([run.kind, isRunning({ run }), showsRun({ run })]).toEqual(['starting', true, true]);
  expect(shownRun({ run })).toMatchObject(SHOWN);
  expect(begun(run)).toBe(run);
  expect(givenUp(run)).toBe(RUNNING);
});

it('reserves space for the outputs of a first run, even if it ends before its first frame', () => {
  const first = expectingOutputs(begun(IDLE), ['printing']);
  expect(outputsOf({ run: first })).toEqual(['printing']);
  expect(showsRun({ run: first })).toBe(false);
  expect(outputsOf({ run: ended(first) })).toEqual(['printing']);
  expect(givenUp(first)).toEqual(IDLE);
  expect(expectingOutputs(begun(RUNNING), ['printing'])).toEqual(begun(RUNNING));
});

it('changes the visible state only of a run that draws', () => {
  expect(withShown(IDLE, { stale: true })).toBe(IDLE);
  expect(withShown(begun(IDLE), { stale: true })).toEqual(begun(IDLE));
  for (const run of [RUNNING, begun(RUNNING), ended(RUNNING)])
    expect(shownRun({ run: withShown(run, { printed: 'two' }) }).printed).toBe('two');
});

it('ends the drawing run and keeps its last picture, even if another one is still starting', () => {
  expect(ended(IDLE)).toBe(IDLE);
  expect(ended(RUNNING)).toEqual({ ...SHOWN, kind: 'failed' });
  const next = ended(begun(RUNNING));
  expect(next).toMatchObject({ kind: 'starting', before: { kind: 'failed', outputs: ['image'] } });
  expect(isRunning({ run: next })).toBe(false);
});

it('takes over while a newer run is still starting', () => {
  expect(takenOver(SHOWN, true)).toEqual({ kind: 'starting', before: RUNNING, outputs: [] });
});
