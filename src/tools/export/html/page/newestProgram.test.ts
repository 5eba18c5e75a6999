import { expect, it } from 'vitest';
import type { Program } from '#tools/export/runtime/program.ts';
import { createNewest } from './player.ts';

it('returns the program that was requested last, even if an older one is finished later', async () => {
  const destroyed: string[] = [];
  const programOf = (name: string) =>
    ({ name, destroy: () => destroyed.push(name) }) as unknown as Program;
  const newer = programOf('newer');
  let makeOlder = () => {};
  const made = new Promise<Program>((resolve) => {
    makeOlder = () => resolve(programOf('older'));
  });
  const newest = createNewest();
  const older = newest(made);
  expect(await newest(Promise.resolve(newer))).toBe(newer);
  makeOlder();
  expect(await older).toBeNull();
  expect(destroyed).toEqual(['older']);
});
