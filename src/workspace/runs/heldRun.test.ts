import { expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import { fail, ok } from '#core/util/result.ts';
import { createHeldRun } from '#workspace/createWorkspace.ts';
import { INITIAL_STATE } from '#workspace/state.ts';
import { createRunGate } from './runGate.ts';

const FETCHES = {
  uri: 'https://own.test/',
  assets: {},
  resourceCommands: [
    { resourceName: 'data', parsedCommand: { type: 'DATA', url: 'https://a.test/x.bin' } },
  ],
} as unknown as RunDescriptor;

it('fetches for a tool only what the user allowed for a foreign source, and follows no redirect', async () => {
  let isForeign = false;
  const gate = createRunGate(() => 'https://own.test', {
    id: 'page',
    hasEnded: async () => false,
    afterPaint: (callback) => callback(),
  });
  const store = createStore(() => INITIAL_STATE);
  const source = { identity: () => 'text', isForeign: () => isForeign, isSiteDemo: () => false };
  const held = createHeldRun(store, gate, source, vi.fn());
  expect(await held.fetchRules(FETCHES)).toEqual(ok({ followsRedirects: true }));
  isForeign = true;
  expect(await held.fetchRules(FETCHES)).toEqual(fail(['https://a.test']));
  gate.allow(['https://a.test']);
  expect(await held.fetchRules(FETCHES)).toEqual(ok({ followsRedirects: false }));
});
