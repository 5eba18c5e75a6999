import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CompileReport, runRequest } from '#core/output/compileResult.ts';
import { planProgram } from '#core/plan/planRun.ts';
import { DEFAULT_SEED, type UniformValues } from '#core/plan/runControls.ts';
import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import { readZip } from '#core/project/zip.ts';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import type {
  ExportContext,
  ExportedProgram,
  ExportFormat,
} from '#tools/export/program/exportedProgram.ts';

const demos = path.resolve(import.meta.dirname, '../../src/core/slang/demos');

/** A source as the Export dialog would describe it. Throws if the source does not run. */
export async function exportedProgram(
  compiler: Pick<Compiler, 'compile'>,
  name: string,
  text: string,
  uniformValues: UniformValues = {},
): Promise<ExportedProgram> {
  const compiled = await compiler.compile(runRequest(text));
  if (!compiled.succ) throw new Error(`${name}: ${compiled.message}\n${compiled.log}`);
  const planned = await planProgram(compiled.result, 'https://example.test/');
  if (!planned.ok) throw new Error(`${name}: ${planned.error}`);
  return {
    name,
    project: { text, files: [], assets: [] },
    program: compiled.result,
    descriptor: planned.value,
    uniformValues,
    animated: [],
    seed: DEFAULT_SEED,
    contents: await readContents(planned.value),
  };
}

async function readContents({ resourceCommands }: RunDescriptor) {
  const addresses = resourceCommands.flatMap(({ parsedCommand }) => {
    if (parsedCommand.type === 'URL') return parsedCommand.urls;
    return parsedCommand.type === 'DATA' ? [parsedCommand.url] : [];
  });
  const files = addresses.map(async (address) => {
    if (address.startsWith('data:')) return [address, await (await fetch(address)).blob()] as const;
    const bytes = await readFile(path.join(demos, path.basename(address)));
    return [address, new Blob([bytes], { type: 'image/png' })] as const;
  });
  return new Map(await Promise.all(files));
}

/** Compiles with this compiler, each distinct request once. */
export function exportContext(compiler: Compiler): ExportContext {
  const answers = new Map<string, CompileReport>();
  return {
    signal: new AbortController().signal,
    async compile(request) {
      const key = JSON.stringify(request);
      const answer = answers.get(key) ?? {
        ...(await compiler.compile(request)),
        ...{ milliseconds: 0, memoryBytes: null, cached: false },
      };
      answers.set(key, answer);
      return answer;
    },
  };
}

/** The exported file in a format. Throws if there is none. */
export async function exportedFile(
  format: ExportFormat,
  program: ExportedProgram,
  context: ExportContext,
): Promise<File> {
  const made = await format.make(program, context);
  if (!made.ok) throw new Error(`${program.name}: ${made.error}`);
  return made.value;
}

export async function textsIn(archive: File): Promise<ReadonlyMap<string, string>> {
  const limits = { fileBytes: 1e8, totalBytes: 1e8, isWanted: () => true };
  const unpacked = await readZip(archive, limits);
  if (!unpacked.ok) throw new Error(unpacked.error);
  return new Map(unpacked.value.map(({ path, bytes }) => [path, new TextDecoder().decode(bytes)]));
}

export function hasProgram(name: string): boolean {
  return spawnSync(name, ['--version']).status === 0;
}

const CPP_FLAGS = ['-std=c++17', '-Wall', '-Wextra', '-Wpedantic', '-Wshadow', '-Werror'];

/**
 * Compiles `main.cpp`, one of these files, with warnings as errors, and returns its output.
 *
 * @param checkOnly only compiles, without linking or running
 */
export function compileCpp(
  files: ReadonlyMap<string, string>,
  { includes = [], checkOnly = false }: { includes?: readonly string[]; checkOnly?: boolean } = {},
): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'exported-cpp-'));
  try {
    for (const [name, text] of files) writeFileSync(path.join(folder, name), text);
    const flags = [...CPP_FLAGS, ...includes.flatMap((each) => ['-I', each])];
    const end = checkOnly ? ['-fsyntax-only'] : ['-o', 'main'];
    execFileSync('g++', [...flags, 'main.cpp', ...end], { cwd: folder, stdio: 'pipe' });
    return checkOnly ? '' : execFileSync('./main', { cwd: folder, encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function runPython(script: string, input: string): string {
  return execFileSync('python3', ['-c', script], { input, encoding: 'utf8' });
}
