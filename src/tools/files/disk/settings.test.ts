import { expect, it } from 'vitest';
import { ok } from '#core/util/result.ts';
import { readSettings, settingsText } from './settings.ts';

const SETTINGS = {
  main: 'user.slang',
  target: 'WGSL',
  entryPoint: 'main',
  name: 'Waves',
  uniforms: { level: 0.5 },
  resolution: 'device',
  seed: 7,
  animations: { level: { shape: 'saw', from: 0, to: 1, period: 2 } },
} as const;

it('settings read back as they were written', () => {
  expect(readSettings(settingsText(SETTINGS))).toEqual(ok(SETTINGS));
});

it('settings that are missing or damaged in an archive get their defaults', () => {
  const defaults = {
    ...{ main: 'a.slang', target: null, entryPoint: null, name: null, uniforms: {}, resolution: 1 },
    ...{ seed: 1, animations: {} },
  };
  expect(readSettings('{"version":1,"main":"a.slang"}')).toEqual(ok(defaults));
  const damaged = { version: 1, main: 'a.slang', seed: -1, animations: { level: 1 } };
  expect(readSettings(JSON.stringify(damaged))).toEqual(ok(defaults));
});
