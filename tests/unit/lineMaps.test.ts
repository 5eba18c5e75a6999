import { beforeAll, describe, expect, it } from 'vitest';
import { demoNames } from '../support/demos.ts';
import { type MappedDemo, mapsOf } from '../support/lineMaps.ts';

/** Compiling a demo to six targets takes some seconds, for each of which this is enough. */
const TIMEOUT = 120_000;

// All checks of the demos' maps are in this file, because compiling the demos takes long.
describe.each(demoNames())('the line maps of the demo %s', (demo) => {
  let mapped: MappedDemo;
  beforeAll(async () => {
    mapped = await mapsOf(demo);
  }, TIMEOUT);

  it('have one origin for each line', () => {
    for (const { code, map } of mapped.outputs) {
      expect(map.origins).toHaveLength(code.split('\n').length);
    }
  });
});
