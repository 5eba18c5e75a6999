import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../../tests/support/random.ts';
import { commandOf, type Life, type LifeEvent, step } from './playing.ts';

const seen = (isSeen: boolean): LifeEvent => ({ kind: 'sight', isSeen });
const wish = (wanted: Life['wish']): LifeEvent => ({ kind: 'wish', wish: wanted });
const run = (playback: Life['playback']): LifeEvent => ({ kind: 'playback', playback });

const START: Life = { isSeen: true, wish: 'play', playback: 'none' };

/** The commands that the events cause. Each is executed as a run would execute it. */
function commandsFor(events: readonly LifeEvent[], start = START): string[] {
  const commands: string[] = [];
  let life = start;
  for (const event of events) {
    life = step(life, event);
    const command = commandOf(life);
    if (command === null) continue;
    commands.push(command);
    life = step(life, run(command === 'pause' ? 'paused' : 'playing'));
    expect(commandOf(life)).toBe(null);
  }
  return commands;
}

describe('the life of an embed', () => {
  it('plays while visible', () => {
    expect(commandsFor([run('playing')])).toEqual([]);
    const away = [run('playing'), seen(false), seen(true)];
    expect(commandsFor(away)).toEqual(['pause', 'resume']);
  });

  it('stays paused if the visitor paused it', () => {
    const events = [run('playing'), wish('pause'), seen(false), seen(true)];
    expect(commandsFor(events)).toEqual(['pause']);
    expect(commandsFor([...events, wish('play')])).toEqual(['pause', 'resume']);
  });

  it('follows commands that arrive while it is hidden once it becomes visible', () => {
    const away = [run('playing'), seen(false)];
    expect(commandsFor([...away, wish('pause'), seen(true)])).toEqual(['pause']);
    const played = [...away, wish('pause'), wish('play'), seen(true)];
    expect(commandsFor(played)).toEqual(['pause', 'resume']);
  });

  it('pauses a run that starts while hidden, and plays it once visible', () => {
    expect(commandsFor([seen(false), run('playing'), seen(true)])).toEqual(['pause', 'resume']);
  });

  it('shows the first frame of a run before pausing it', () => {
    const paused: Life = { ...START, wish: 'pause' };
    expect(commandsFor([run('playing'), seen(false), seen(true)], paused)).toEqual(['pause']);
    expect(commandsFor([run('playing'), wish('play')], paused)).toEqual(['pause', 'resume']);
  });

  it('leaves a run paused that paused itself, for example at its end', () => {
    expect(commandsFor([run('playing'), run('paused'), seen(false), seen(true)])).toEqual([]);
  });

  it('plays after the user runs the source again', () => {
    const again = [run('playing'), wish('pause'), run('playing')];
    expect(commandsFor(again)).toEqual(['pause']);
    expect(commandsFor([...again, seen(false), seen(true)])).toEqual(['pause', 'pause', 'resume']);
  });

  it('issues no command without a run', () => {
    expect(commandsFor([seen(false), wish('pause'), wish('play'), seen(true)])).toEqual([]);
    expect(commandsFor([run('playing'), run('none'), seen(false)])).toEqual([]);
  });

  it('never plays while hidden, for any sequence of events', () => {
    const random = createRandom(7);
    const events = [seen(true), seen(false), wish('play'), wish('pause')];
    events.push(run('playing'), run('paused'), run('none'));
    let life = START;
    for (let round = 0; round < 2000; round += 1) {
      life = step(life, events[random(events.length)] ?? seen(true));
      const command = commandOf(life);
      if (command) life = step(life, run(command === 'pause' ? 'paused' : 'playing'));
      expect(life.playback === 'playing' && !life.isSeen).toBe(false);
      expect(commandOf(life)).toBe(null);
    }
  });
});
