import { describe, expect, it } from 'vitest';
import {
  chosen,
  closed,
  failed,
  finishing,
  INITIAL_FILM_STATE,
  leftOutText,
  opened,
  recordingBegan,
  saved,
  stopped,
} from './filmState.ts';

const PART = { frames: 37, seconds: 37 / 60, bytes: 120_000 };
const OPEN = opened(INITIAL_FILM_STATE);

describe('the dialog', () => {
  it('opens with the choices, even after a film was saved', () => {
    expect(OPEN).toMatchObject({ isOpen: true, activity: { kind: 'choosing' } });
    const done = closed(saved(OPEN, 'a.webm', PART, []));
    expect(opened(done).activity).toEqual({ kind: 'choosing' });
  });

  it('closes in favour of the strip while a film is recorded', () => {
    const recording = recordingBegan(OPEN);
    expect(recording.isOpen).toBe(false);
    expect(opened(recording)).toBe(recording);
    expect(finishing(recording)).toMatchObject({ isOpen: true, activity: { kind: 'finishing' } });
  });

  it('offers the finished part of a film that stopped, even when reopened', () => {
    const activity = { kind: 'stopped', reason: 'The device was lost.', part: PART };
    const state = stopped(OPEN, 'The device was lost.', PART);
    expect(state.activity).toEqual(activity);
    expect(opened(closed(state)).activity).toEqual(activity);
  });

  it('returns to the choices if no frame was finished', () => {
    expect(stopped(OPEN, 'The device was lost.', { ...PART, frames: 0 })).toMatchObject({
      problem: { field: null, text: 'The device was lost.' },
      activity: { kind: 'choosing' },
    });
  });

  it('clears a problem at the next choice', () => {
    const wrong = failed(OPEN, { field: 'range', text: 'No.' });
    expect(chosen(wrong, { rate: 24 })).toMatchObject({ problem: null, choices: { rate: 24 } });
  });

  it('says what was saved and what is missing', () => {
    const text =
      'Saved “a.webm”: 37 frames, 0.62 s, 120 kB. 1 frame came too fast for the encoder and is left out.';
    expect(saved(OPEN, 'a.webm', PART, [leftOutText(1)]).activity).toEqual({ kind: 'saved', text });
  });
});
