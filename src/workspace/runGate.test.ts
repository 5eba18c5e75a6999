import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunDescriptor } from '#program/runDescriptor.ts';
import { createMemoryStorage } from '../../tests/support/memoryStorage.ts';
import { createRunGate, type GatedRun } from './runGate.ts';

const FETCHES = {
  uri: 'https://own.test/demos/user.slang',
  resourceCommands: [
    {
      resourceName: 'picture',
      parsedCommand: { type: 'URL', url: 'https://other.test/a.png', format: 'rgba8unorm' },
    },
  ],
} as unknown as RunDescriptor;

const run = (more: Partial<GatedRun> = {}): GatedRun => ({
  source: 'text',
  descriptor: FETCHES,
  automatic: false,
  foreign: false,
  ...more,
});

let clock: number;
const createGate = () =>
  createRunGate(
    () => 'https://own.test',
    () => clock,
  );

beforeEach(() => {
  clock = 0;
  vi.stubGlobal('localStorage', createMemoryStorage());
  vi.stubGlobal('sessionStorage', createMemoryStorage());
});
afterEach(() => vi.unstubAllGlobals());

describe('what is fetched from elsewhere', () => {
  const held = { kind: 'origins', origins: ['https://other.test'] };

  it('is asked about if the text came by a link, or nobody pressed Run', () => {
    expect(createGate().check(run({ foreign: true }))).toEqual(held);
    expect(createGate().check(run({ automatic: true }))).toEqual(held);
    expect(createGate().check(run())).toBeNull();
  });

  it('is not asked about if the text was written here, also when the page is opened again', () => {
    expect(createGate().check(run({ automatic: true, own: true }))).toBeNull();
    expect(createGate().check(run({ automatic: true, own: true, foreign: true }))).toEqual(held);
  });

  it('is asked about once: what was allowed is remembered', () => {
    createGate().allow(['https://other.test']);
    expect(createGate().check(run({ foreign: true }))).toBeNull();
  });

  it('is asked about again where the memory is damaged', () => {
    localStorage.setItem('playground:allowed-origins', '{"https://other.test":1}');
    expect(createGate().check(run({ foreign: true }))).toEqual(held);
    localStorage.setItem('playground:allowed-origins', '[oh');
    expect(createGate().check(run({ foreign: true }))).toEqual(held);
  });
});

describe('a source', () => {
  const automatic = run({ automatic: true, descriptor: { ...FETCHES, resourceCommands: [] } });

  it('that has lost the device is not started by itself any more, until it has lasted', () => {
    const gate = createGate();
    gate.started('text');
    gate.lost('text');
    expect(createGate().check(automatic)).toEqual({ kind: 'suspect' });
    expect(createGate().check({ ...automatic, automatic: false })).toBeNull();
    expect(createGate().check({ ...automatic, source: 'another' })).toBeNull();

    const later = createGate();
    later.started('text');
    clock += 3000;
    later.frame();
    expect(createGate().check(automatic)).toBeNull();
  });

  it('that was running when the page ended for no reason is suspected once', () => {
    createGate().started('text');
    const next = createGate();
    expect(next.check(automatic)).toEqual({ kind: 'suspect' });
    expect(createGate().check(automatic)).toBeNull();
  });

  it('is not suspected if the page was left in good order, or the run had lasted', () => {
    const left = createGate();
    left.started('text');
    left.pageLeft();
    expect(createGate().check(automatic)).toBeNull();
    const lasted = createGate();
    lasted.started('text');
    clock += 3000;
    lasted.frame();
    expect(createGate().check(automatic)).toBeNull();
  });

  it('is started where the browser keeps nothing', () => {
    vi.stubGlobal('localStorage', undefined);
    vi.stubGlobal('sessionStorage', undefined);
    const gate = createGate();
    gate.started('text');
    gate.lost('text');
    expect(gate.check(automatic)).toBeNull();
  });
});
