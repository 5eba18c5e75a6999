import { beforeAll, expect, it } from 'vitest';
import type { Compiler } from '#compiler/core/compiler.ts';
import { createTestCompiler, readDemo } from '../../../tests/support/compiler.ts';
import { demoNames, NOT_RUN } from '../../../tests/support/demos.ts';
import { exportContext, exportedProgram } from '../../../tests/support/nativeExports.ts';
import { typeErrors, withFolder } from '../../../tests/support/typescript.ts';
import { moduleFormat } from './moduleFormat.ts';

let compiler: Compiler;
beforeAll(async () => {
  compiler = await createTestCompiler();
});

async function moduleOf(name: string, source: string): Promise<string> {
  const program = await exportedProgram(compiler, name, source);
  const made = await moduleFormat.make(program, exportContext(compiler));
  if (!made.ok) throw new Error(`${name}: ${made.error}`);
  expect(made.value.name).toBe(`${name}.ts`);
  return made.value.text();
}

const STRICT = [
  ...['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes'],
  ...['--noImplicitOverride', '--noPropertyAccessFromIndexSignature', '--verbatimModuleSyntax'],
  ...['--erasableSyntaxOnly', '--isolatedModules', '--target', 'es2023', '--module', 'esnext'],
  ...['--moduleResolution', 'bundler', '--types', '@webgpu/types', '--skipLibCheck'],
];

it('the modules of all demos have no type errors', async () => {
  const names = demoNames().filter((name) => NOT_RUN[name] === undefined);
  const modules: Record<string, string> = {};
  for (const name of names) modules[`${name}.ts`] = await moduleOf(name, await readDemo(name));
  await withFolder(modules, async (folder) => {
    expect(await typeErrors(folder, ...STRICT, ...Object.keys(modules))).toBe('');
  });
}, 120_000);
