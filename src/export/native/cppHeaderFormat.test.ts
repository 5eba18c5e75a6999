import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { Compiler } from '#compiler/core/compiler.ts';
import { createTestCompiler, readDemo } from '../../../tests/support/compiler.ts';
import { demoNames, NOT_RUN } from '../../../tests/support/demos.ts';
import { exportContext, exportedProgram } from '../../../tests/support/nativeExports.ts';
import { cppHeaderFormat } from './cppHeaderFormat.ts';

let compiler: Compiler;
beforeAll(async () => {
  compiler = await createTestCompiler();
});

async function headerOf(name: string, source: string): Promise<string> {
  const program = await exportedProgram(compiler, name, source);
  const made = await cppHeaderFormat.make(program, exportContext(compiler));
  if (!made.ok) throw new Error(`${name}: ${made.error}`);
  expect(made.value.name).toBe(`${name}.h`);
  return made.value.text();
}

const hasCompiler = spawnSync('g++', ['--version']).status === 0;

/** Compiles headers in one file, and runs it if it has more than them. */
function compileCpp(headers: ReadonlyMap<string, string>, main = 'int main() {}'): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'cpp-header-'));
  try {
    for (const [name, text] of headers) writeFileSync(path.join(folder, `${name}.h`), text);
    const includes = [...headers.keys()].map((name) => `#include "${name}.h"`);
    writeFileSync(path.join(folder, 'main.cpp'), [...includes, main, ''].join('\n'));
    const flags = ['-std=c++17', '-Wall', '-Wextra', '-Wpedantic', '-Wshadow', '-Werror'];
    execFileSync('g++', [...flags, 'main.cpp', '-o', 'main'], { cwd: folder, stdio: 'pipe' });
    return execFileSync('./main', { cwd: folder, encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it.skipIf(!hasCompiler)(
  'the headers of all demos compile in one file without a warning (skipped without g++)',
  async () => {
    const headers = new Map<string, string>();
    for (const name of demoNames().filter((each) => NOT_RUN[each] === undefined)) {
      headers.set(name, await headerOf(name, await readDemo(name)));
    }
    const namespace = (name: string) => name.replaceAll('-', '_');
    const prints = [...headers.keys()].map(
      (name) => `  std::printf("%s %08x %zu\\n", "${name}", unsigned(${namespace(name)}::spirv[0]),
        ${namespace(name)}::dispatches.size());`,
    );
    const main = `#include <cstdio>\nint main() {\n${prints.join('\n')}\n}`;
    const printed = compileCpp(headers, main).trim().split('\n');
    expect(printed).toHaveLength(headers.size);
    for (const line of printed) expect(line).toMatch(/^[\w-]+ 07230203 [1-9]\d*$/);
  },
  120_000,
);
