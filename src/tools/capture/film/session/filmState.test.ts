import { describe, expect, it } from 'vitest';
import {
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
  it('closes in favour of the strip while a film is recorded', () => {
    const recording = recordingBegan(OPEN);
    expect(recording.isOpen).toBe(false);
    expect(opened(recording)).toBe(recording);
    expect(finishing(recording)).toMatchObject({ isOpen: true, activity: { kind: 'finishing' } });
  });

  it('returns to the choices if no frame was finished', () => {
    expect(stopped(OPEN, 'The device was lost.', { ...PART, frames: 0 })).toMatchObject({
      problem: { field: null, text: 'The device was lost.' },
      activity: { kind: 'choosing' },
    });
  });

  it('says what was saved and what is missing', () => {
    const text =
      'Saved “a.webm”: 37 frames, 0.62 s, 120 kB. 1 frame came too fast for the encoder and is left out.';
    expect(saved(OPEN, 'a.webm', PART, [leftOutText(1)]).activity).toEqual({ kind: 'saved', text });
  });
});
