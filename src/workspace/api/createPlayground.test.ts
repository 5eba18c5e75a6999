import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CompileResult } from '#core/output/compileResult.ts';
import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import { createFrameObservers, type ObservedFrame } from '#engine/gpu/frameObserver.ts';
import { createWorkspace } from '#workspace/createWorkspace.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { createFakeServices, type FakeBehaviour } from '../../../tests/support/fakeServices.ts';
import { playbackProgram } from '../../../tests/support/programs.ts';
import { createPlayground } from './createPlayground.ts';
import type { ApiProject } from './playgroundApi.ts';

const PIXELS = { width: 1, height: 1, bytes: new Uint8ClampedArray([1, 2, 3, 255]) };
vi.mock('#engine/gpu/replay/pictureReader.ts', () => ({
  createPictureReader: () => ({ read: async () => PIXELS }),
}));

const SLIDER = { min: 0, max: 2, default: 1 };
const DRAWS = playbackProgram({ draws: true, slider: SLIDER });
const FAILS: CompileResult = {
  ...{ succ: false, message: 'USER error', log: '/user.slang(3): error 1: no', result: null },
  diagnostics: [
    {
      ...{ severity: 'fatal', path: '/user.slang', line: 3, column: 5, message: 'no' },
      notes: [{ severity: 'note', path: '', line: 0, message: 'see there', notes: [] }],
    },
  ],
};
const TOLD = [
  { severity: 'error', path: 'user.slang', line: 3, column: 5, message: 'no' },
  { severity: 'note', path: null, line: null, column: null, message: 'see there' },
];

const STATS = { frame: 7, time: 0.5, frameTime: 16, framesPerSecond: 60, width: 1, height: 1 };

let open: Workspace[] = [];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const workspace of open) workspace.dispose();
  open = [];
  vi.useRealTimers();
});

async function start(behaviour: Partial<FakeBehaviour> = {}) {
  const fakes = createFakeServices({ compile: () => DRAWS, ...behaviour });
  const { services, started } = fakes;
  const observers = createFrameObservers();
  const texture = { kind: 'texture', texture: {} };
  observers.drawnBy(() => {
    if (!descriptor) return null;
    const shown = { descriptor, resources: { get: () => texture }, inputs: { frame: drawn } };
    return { ...shown, device: {} } as unknown as ObservedFrame;
  });
  let drawn = 0;
  let descriptor: RunDescriptor | undefined;
  const workspace = createWorkspace(services);
  open.push(workspace);
  await workspace.start();
  const playground = createPlayground({
    ...{ workspace, observers },
    compiler: () => services.createCompiler(() => {}),
    pageAddress: () => new URL('https://example.test/'),
  });
  const draw = () => {
    drawn += 1;
    descriptor = started.at(-1);
    fakes.runEvents.onFrame({ ...STATS, frame: drawn });
    observers.frameSubmitted();
  };
  return { fakes, workspace, playground, draw };
}

describe('the API’s project', () => {
  it('includes edits and other files', async () => {
    const { workspace, playground } = await start();
    expect(await playground.project()).toEqual({ source: '// circle' });
    await playground.setProject({ source: 'a', files: { 'lib/b.slang': 'b' } });
    workspace.sourceEdited(() => 'edited');
    expect(await playground.project()).toEqual({ source: 'edited', files: { 'lib/b.slang': 'b' } });
  });

  it('opens and runs like one from a link', async () => {
    const { fakes, workspace, playground } = await start();
    await playground.setProject({ source: 'new\u202e' });
    expect(fakes.compiled.at(-1)).toMatchObject({ sourceCode: 'new\u202e' });
    const state = workspace.store.getState;
    expect(state()).toMatchObject({ demo: null, run: { kind: 'running' } });
    await vi.waitFor(() => expect(state().notices).toMatchObject([{ kind: 'hidden-characters' }]));
    expect(workspace.sourceUri()).toBe('https://example.test/demos/user.slang');
  });

  const NO_SOURCE =
    'The project has no source. Give { source: "…" } with the text of the main file.';
  const filed = (files: unknown) => ({ source: '', files });
  it.each<[unknown, string]>([
    [null, NO_SOURCE],
    [{ source: 1 }, NO_SOURCE],
    [filed([]), '“files” is not an object. Give { "lib/noise.slang": "…" }, a text for each path.'],
    [filed({ 'a.slang': 1 }), 'The file "a.slang" is not a text.'],
    [filed({ '../a.slang': '' }), 'The file "../a.slang" is not opened. “..” is'],
    [filed({ 'user.slang': '' }), 'user.slang is the main file.'],
    [filed({ a: '' }), 'The file "a" is not opened. Its name has to be a.slang.'],
    [{ source: 'a'.repeat(2 ** 22 + 1) }, 'The project has 4,194,305 bytes; at most 4,194,304'],
    [filed({ ...Array(200).fill('') }), 'The project has 201 files; at most 200 are opened.'],
  ])('is rejected with the reason (%#)', async (given, reason) => {
    const { workspace, playground } = await start();
    await expect(playground.setProject(given as ApiProject)).rejects.toThrow(reason);
    expect(workspace.sourceText()).toBe('// circle');
  });
});

describe('the API’s compile', () => {
  it('returns the code and runs nothing', async () => {
    const { fakes, playground } = await start();
    const runs = fakes.started.length;
    expect(await playground.compile('SPIRV')).toMatchObject({
      ...{ succeeded: true, code: 'fn paint() {}', binary: null, diagnostics: [] },
    });
    expect(fakes.compiled.at(-1)).toMatchObject({ target: 'SPIRV', entrypoint: null });
    expect(fakes.started).toHaveLength(runs);
  });

  it('uses the first entry point if a target needs one, or the named one', async () => {
    const result = ['one', 'two'].map((name) => ({ name, stage: 'compute' }));
    const found = { succ: true, message: '', log: '', diagnostics: [], result } as const;
    const { fakes, playground } = await start({ entryPoints: () => found });
    await playground.compile('HLSL');
    await playground.compile('HLSL', 'two');
    expect(fakes.compiled.slice(-2).map(({ entrypoint }) => entrypoint)).toEqual(['one', 'two']);
    // An object without a prototype cannot be converted to a string.
    const bare = Object.create(null);
    for (const [target, name, message] of [
      ['HLSL', 'three', 'There is no entry point "three". The source has one, two.'],
      ['HLSL', bare, 'There is no entry point of this kind. The source has one, two.'],
      ['FORTRAN', undefined, 'There is no target "FORTRAN". The targets are SPIRV, HLSL'],
      [bare, undefined, 'There is no target of this kind. The targets are SPIRV, HLSL'],
    ]) {
      await expect(playground.compile(target, name)).rejects.toThrow(message);
    }
  });

  it('returns the diagnostics of a source that does not compile, with their notes', async () => {
    const { playground } = await start({ compile: () => FAILS });
    const answer = { succeeded: false, code: '', binary: null, diagnostics: TOLD };
    expect(await playground.compile('WGSL')).toEqual(answer);
  });
});

describe('the API’s run', () => {
  it('resolves once the new run has drawn a frame', async () => {
    const { playground, draw } = await start();
    draw();
    const seen = vi.fn();
    const ran = playground.run().then(seen);
    await vi.advanceTimersByTimeAsync(1000);
    expect(seen).not.toHaveBeenCalled();
    draw();
    await ran;
    expect(seen).toHaveBeenCalledWith({
      ...{ run: 'playing', frame: 2, printed: '', diagnostics: [], messages: '' },
      uniforms: [{ kind: 'slider', name: 'radius', value: 1, min: 0, max: 2 }],
    });
  });

  it('fails if no frame is drawn, for example on a hidden page', async () => {
    const { playground } = await start();
    const ran = expect(playground.run()).rejects.toThrow('has drawn no frame within 10 seconds');
    await vi.advanceTimersByTimeAsync(10_000);
    await ran;
  });

  it('resolves without an earlier program’s text if the source fails while that still draws', async () => {
    let result = DRAWS;
    const { fakes, playground } = await start({ compile: () => result });
    fakes.runEvents.onPrinted('one');
    expect((await playground.state()).printed).toBe('one');
    result = FAILS;
    expect(await playground.run()).toMatchObject({
      ...{ run: 'failed', diagnostics: TOLD, printed: '' },
      messages: `${FAILS.message}\n${FAILS.log}`,
    });
    expect((await playground.state()).printed).toBe('');
  });

  it('can be paused, and takes values of uniforms', async () => {
    const { fakes, playground } = await start();
    await playground.pause();
    await playground.resume();
    await playground.setUniform('radius', 1.5);
    expect(fakes.asked.slice(-3)).toEqual(['pause', 'resume', 'radius = 1.5']);
    expect((await playground.state()).uniforms).toMatchObject([{ value: 1.5 }]);
    for (const [name, value, message] of [
      ['radius', 3, 'radius is a slider. Give a number from 0 to 2.'],
      ['radius', Number.NaN, 'radius is a slider. Give a number from 0 to 2.'],
      ['tint', 1, 'There is no slider or colour "tint". The shader has radius.'],
      [Object.create(null), 1, 'There is no slider or colour of this kind. The shader has radius.'],
    ]) {
      await expect(playground.setUniform(name, value)).rejects.toHaveProperty('message', message);
    }
  });

  it('takes a position of the camera if the shader has one', async () => {
    const { fakes, playground } = await start({
      compile: () => playbackProgram({ draws: true, camera: true }),
    });
    await playground.setUniform('camera orbit', [-4, 1.5, 20]);
    await playground.setUniform('camera target', [100, -7, 0]);
    expect(fakes.asked.slice(-2)).toEqual(['camera orbit = -4,1.5,20', 'camera target = 100,-7,0']);
    for (const [name, value, message] of [
      ['camera orbit', [0, 0, 0], 'camera orbit is [yaw, pitch, distance]. '],
      ['camera target', 1, 'camera target is a point. Give [x, y, z].'],
      ['camera', 1, 'There is no slider or colour "camera". '],
    ] as const) {
      await expect(playground.setUniform(name, value)).rejects.toThrow(message);
    }
    const other = await start();
    await expect(other.playground.setUniform('camera target', [0, 0, 0])).rejects.toThrow(
      'There is no slider or colour "camera target".',
    );
  });

  it('can be neither paused nor read if nothing runs', async () => {
    const { playground } = await start({ compile: () => FAILS });
    await expect(playground.pause()).rejects.toThrow('There is nothing to pause');
    await expect(playground.readFrame()).rejects.toThrow('There is no picture.');
    expect((await playground.state()).run).toBe('failed');
  });
});

describe('the API’s frame', () => {
  it('is read when the first or next one is drawn, and immediately while playback is paused', async () => {
    const { fakes, playground, draw } = await start();
    for (const frame of [1, 2]) {
      const read = playground.readFrame();
      draw();
      expect(await read).toEqual({ width: 1, height: 1, data: PIXELS.bytes, frame });
    }
    fakes.runEvents.onPlayback('paused');
    expect((await playground.readFrame()).frame).toBe(2);
  });
});

describe('the API’s events', () => {
  it('include the frames that are drawn from now on until they are cancelled', async () => {
    const { playground, draw } = await start();
    draw();
    const frames: number[] = [];
    const stop = playground.on('frame', ({ frame }) => frames.push(frame));
    expect(frames).toEqual([]);
    for (let index = 0; index < 3; index += 1) {
      draw();
      await vi.advanceTimersByTimeAsync(17);
    }
    stop();
    draw();
    expect(frames).toEqual([2, 3, 4]);
  });

  it('include at most 60 frames per second', async () => {
    const { playground, draw } = await start();
    const seen = vi.fn();
    playground.on('frame', seen);
    for (let index = 0; index < 240; index += 1) {
      draw();
      await vi.advanceTimersByTimeAsync(1000 / 240);
    }
    expect(seen.mock.calls.length).toBeLessThanOrEqual(61);
    expect(seen.mock.calls.length).toBeGreaterThan(40);
  });

  it('say once that the playground is ready', async () => {
    const { workspace, playground } = await start();
    const ready = vi.fn();
    playground.on('ready', ready);
    await vi.advanceTimersByTimeAsync(0);
    await workspace.run();
    await vi.advanceTimersByTimeAsync(0);
    expect(ready).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ run: 'playing' }));
  });

  it('include each failure, with its diagnostics', async () => {
    let result = DRAWS;
    const { fakes, workspace, playground } = await start({ compile: () => result });
    const errors: string[] = [];
    const counts: number[] = [];
    playground.on('error', ({ message }) => errors.push(message));
    playground.on('diagnostics', ({ diagnostics }) => counts.push(diagnostics.length));
    for (result of [DRAWS, FAILS, FAILS, DRAWS]) {
      await workspace.run();
      await vi.advanceTimersByTimeAsync(0);
    }
    fakes.runEvents.onError('Error rendering frame 3: no');
    await vi.advanceTimersByTimeAsync(0);
    const text = `${FAILS.message}\n${FAILS.log}`;
    expect(errors).toEqual([text, text, 'Error rendering frame 3: no']);
    expect(counts).toEqual([2, 0]);
  });

  it('include the source once it is unchanged for a while', async () => {
    const { workspace, playground } = await start();
    const sources: string[] = [];
    playground.on('source', ({ source }) => sources.push(source));
    for (const text of ['a', 'ab', 'abc']) workspace.sourceEdited(() => text);
    await vi.advanceTimersByTimeAsync(200);
    expect(sources).toEqual(['abc']);
  });

  it('continue after a listener has thrown', async () => {
    const reportError = vi.fn();
    vi.stubGlobal('reportError', reportError);
    const { playground, draw } = await start();
    const later = vi.fn();
    playground.on('frame', () => {
      throw new Error('no');
    });
    playground.on('frame', later);
    draw();
    expect([reportError.mock.calls.length, later.mock.calls.length]).toEqual([1, 1]);
    vi.unstubAllGlobals();
  });

  it('reject unknown names', async () => {
    const { playground } = await start();
    expect(() => playground.on('toString' as 'frame', () => {})).toThrow(
      'There is no event "toString". The events are ready, frame, error, diagnostics, source.',
    );
  });
});

it('cannot be modified by scripts', async () => {
  const { playground } = await start();
  expect(Object.isFrozen(playground)).toBe(true);
  expect(playground.version).toBe(1);
});
