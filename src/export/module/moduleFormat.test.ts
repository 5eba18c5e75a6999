import { expect, it } from 'vitest';
import { demoNames, NOT_RUN } from '../../../tests/support/demos.ts';
import { exportedDemo } from '../../../tests/support/exportedDemos.ts';
import { STRICT, typeErrors, withFolder } from '../../../tests/support/typescript.ts';
import { moduleFormat } from './moduleFormat.ts';

async function moduleOf(name: string): Promise<string> {
  const { signal } = new AbortController();
  const context = { signal, compile: async () => null };
  const made = await moduleFormat.make(await exportedDemo(name), context);
  if (!made.ok) throw new Error(`${name}: ${made.error}`);
  expect(made.value.name).toBe(`${name}.ts`);
  return made.value.text();
}

it('the modules of all demos have no type errors', async () => {
  const names = demoNames().filter((name) => NOT_RUN[name] === undefined);
  const modules: Record<string, string> = {};
  for (const name of names) modules[`${name}.ts`] = await moduleOf(name);
  await withFolder(modules, async (folder) => {
    expect(await typeErrors(folder, ...STRICT, ...Object.keys(modules))).toBe('');
  });
}, 120_000);
