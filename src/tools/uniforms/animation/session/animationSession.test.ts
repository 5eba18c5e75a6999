import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Animate } from '#core/plan/runControls.ts';
import type { SliderComponent } from '#core/plan/runDescriptor.ts';
import { allCommands } from '#ui/commands.ts';
import { createWorkspace } from '#workspace/createWorkspace.ts';
import { takenOver } from '#workspace/runState.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { createFakeServices } from '../../../../../tests/support/fakeServices.ts';
import { playbackProgram } from '../../../../../tests/support/programs.ts';
import { type AnimationSession, createAnimationSession } from './animationSession.ts';

const slider = (part: Partial<SliderComponent> = {}): SliderComponent => ({
  ...{ type: 'SLIDER', name: 'level', offset: 0, elementSize: 4, default: 0.5, min: 0, max: 2 },
  ...part,
});

let workspace: Workspace;
let session: AnimationSession;
let set: (Animate | null)[];

/** The newest run has these sliders. */
function runWith(...uniforms: SliderComponent[]): void {
  const shown = { outputs: [], uniforms, stale: false, playback: 'playing', printed: '' } as const;
  workspace.store.setState({ run: takenOver(shown, false) });
}

/** The values that a frame at this time reads if the user has set none. */
const valuesAt = (seconds: number) => ({ ...set.at(-1)?.({}, seconds) });
const animations = () => workspace.store.getState().animations;

beforeEach(() => {
  const { services } = createFakeServices({ compile: () => playbackProgram({ draws: true }) });
  workspace = createWorkspace(services);
  set = [];
  runWith(slider());
  session = createAnimationSession({
    workspace: { ...workspace, setAnimation: (animate) => set.push(animate) },
  });
});
afterEach(() => session.dispose());

it('an animation starts as a sine wave over the whole slider in four seconds, and changes immediately', () => {
  session.start(slider());
  expect(animations()).toEqual({ level: { shape: 'sine', from: 0, to: 2, period: 4 } });
  expect(valuesAt(2)).toEqual({ level: 2 });
  session.change(slider(), { shape: 'saw', period: 8 });
  expect(valuesAt(2)).toEqual({ level: 0.5 });
});

it('an animation stops when it is removed or its slider is reset, and restarts with its last settings', () => {
  session.start(slider());
  session.change(slider(), { to: 1 });
  session.remove(slider());
  expect(set.at(-1)).toBeNull();
  session.change(slider(), { to: 2 });
  expect(animations()).toEqual({});
  session.start(slider());
  expect(animations()['level']).toMatchObject({ to: 1 });
  workspace.resetUniforms('level');
  expect(set.at(-1)).toBeNull();
});

it('an animation stays within a slider whose range changes, and waits for a slider that is gone', () => {
  session.start(slider());
  runWith(slider({ max: 1 }));
  expect(valuesAt(2)).toEqual({ level: 1 });
  runWith(slider({ name: 'other' }));
  expect(set.at(-1)).toBeNull();
  runWith(slider());
  expect(valuesAt(2)).toEqual({ level: 2 });
});

it('an animation continues on a new device', () => {
  session.start(slider());
  const before = set.length;
  workspace.store.setState({ gpu: { kind: 'lost', reason: 'test' } });
  workspace.store.setState({ gpu: { kind: 'ready' } });
  expect(set.length).toBe(before + 2);
  expect(valuesAt(2)).toEqual({ level: 2 });
});

it('an animation is not affected by unrelated changes', () => {
  session.start(slider());
  const before = set.length;
  workspace.setUniform('level', 1);
  workspace.store.setState({ activeTab: 'uniforms' });
  expect(set.length).toBe(before);
});

it('applies the animations of a link or draft that was opened earlier', () => {
  workspace.animateUniform('level', { shape: 'saw', from: 0, to: 1, period: 2 });
  const other: (Animate | null)[] = [];
  const late = createAnimationSession({
    workspace: { ...workspace, setAnimation: (animate) => other.push(animate) },
  });
  expect({ ...other.at(-1)?.({}, 1) }).toEqual({ level: 0.5 });
  late.dispose();
  expect(other.at(-1)).toBeNull();
});

it('removes all animations by a command', async () => {
  const command = async () => (await allCommands()).find(({ id }) => id === 'remove-animations');
  expect((await command())?.whyNot?.()).toBe('No slider is animated.');
  session.start(slider());
  workspace.animateUniform('gone', { shape: 'saw', from: 0, to: 1, period: 2 });
  expect((await command())?.whyNot?.()).toBeNull();
  (await command())?.run();
  expect(animations()).toEqual({});
});
