import { describe, expect, it } from 'vitest';
import type { InputChange } from '#core/plan/inputChange.ts';
import type { RunView } from '#core/project/runView.ts';
import { readMoment } from './links.ts';

const VIEW: RunView = {
  ...{ uniformValues: { level: 0.5 }, resolution: 'device', seed: 3, animations: {}, frame: null },
};

const at = (frame: string | null, seed: string | null = null, view: RunView | null = null) =>
  readMoment({ ...(frame !== null && { frame }), ...(seed !== null && { seed }) }, { view });

describe('a frame and a seed in an address', () => {
  it('select the frame at fixed steps and the seed, with defaults for the rest', () => {
    expect(at('120', '7')).toEqual({
      view: {
        ...{ uniformValues: {}, resolution: 1, seed: 7, animations: {} },
        frame: { number: 120, time: 2 },
      },
      seed: 7,
      givenName: null,
      note: null,
    });
  });

  it('override those of the packed view and keep its other settings', () => {
    const frame = { number: 9, time: 0.15 };
    expect(at(null, '7', { ...VIEW, frame })).toMatchObject({
      view: { ...VIEW, seed: 7, frame },
      seed: 7,
    });
    expect(at('60', null, { ...VIEW, frame })).toMatchObject({
      view: { ...VIEW, frame: { number: 60, time: 1 } },
      seed: null,
    });
  });

  it('keep the time of the packed frame if the number is the same', () => {
    const frame = { number: 9, time: 0.16, inputs: [] };
    expect(at('9', null, { ...VIEW, frame }).view.frame).toBe(frame);
  });

  it('keep the packed inputs up to a different frame', () => {
    const change = (frame: number): InputChange => ({ frame, mouse: [frame, 0, 0, 0], keys: [] });
    const frame = { number: 9, time: 0.16, inputs: [change(0), change(4), change(8)] };
    expect(at('6', null, { ...VIEW, frame }).view.frame).toEqual({
      ...{ number: 6, time: 0.1, inputs: [change(0), change(4)] },
    });
  });

  it.each(['0', '2147483647', ' 5 '])('accept the frame %j', (frame) => {
    expect(at(frame).view.frame?.number).toBe(Number(frame));
  });

  it.each(['', 'abc', '-1', '1.5', '1e3', '2147483648', '99999999999', 'x'.repeat(1e6)])(
    'are ignored with a message if the frame is invalid: %.20j',
    (frame) => {
      const { view, note } = at(frame, '7');
      expect(view).toMatchObject({ frame: null, seed: 7 });
      expect(note).toMatch(
        /^The address gives the frame ".*".*, which is left out\. Write frame= and a whole number from 0 to 2147483647\.$/,
      );
      expect(note?.length).toBeLessThan(400);
    },
  );

  it.each(['', 'abc', '-1', '4294967296'])('ignore an invalid seed: %j', (seed) => {
    expect(at('3', seed)).toEqual({
      view: expect.objectContaining({ seed: 1, frame: { number: 3, time: 0.05 } }),
      ...{ seed: null, givenName: null },
      note: `The address gives the random seed "${seed}", which is left out. Write seed= and a whole number from 0 to 4294967295.`,
    });
  });

  it('come with the project’s name, without hidden characters and unless it is blank', () => {
    expect(readMoment({ name: ' My\u202e waves ' }, {}).givenName).toBe('My waves');
    expect(readMoment({ name: ' ' }, {}).givenName).toBeNull();
  });

  it('report both faults after the message of the source', () => {
    const { note } = readMoment({ frame: 'a', seed: 'b' }, { note: 'The link is old.' });
    expect(note?.split('\n')).toEqual(['The link is old.', expect.any(String), expect.any(String)]);
  });
});
