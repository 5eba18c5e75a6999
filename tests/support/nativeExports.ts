import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Compiler } from '#compiler/core/compiler.ts';
import type { ExportedProgram } from '#export/program/exportedProgram.ts';
import type { ExportContext } from '#export/program/exportFormat.ts';
import { type CompileRequest, type CompileResult, runRequest } from '#program/compileResult.ts';
import { planRun } from '#program/plan/planRun.ts';
import { DEFAULT_SEED, type UniformValues } from '#program/plan/runControls.ts';
import type { RunDescriptor } from '#program/plan/runDescriptor.ts';

const demos = path.resolve(import.meta.dirname, '../../src/demos');

/** A source as the Export dialog would describe it. Throws if it does not run. */
export async function exportedProgram(
  compiler: { compile(request: CompileRequest): Promise<CompileResult> | CompileResult },
  name: string,
  text: string,
  uniformValues: UniformValues = {},
): Promise<ExportedProgram> {
  const compiled = await compiler.compile(runRequest(text));
  if (!compiled.succ) throw new Error(`${name}: ${compiled.message}\n${compiled.log}`);
  const planned = planRun(compiled.result, 'https://example.test/');
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
    const bytes = await readFile(path.join(demos, path.basename(address)));
    return [address, new Blob([bytes], { type: 'image/png' })] as const;
  });
  return new Map(await Promise.all(files));
}

/** Compiles with this compiler. */
export function exportContext(compiler: Compiler): ExportContext {
  return {
    signal: new AbortController().signal,
    compile: async (request) => ({
      ...(await compiler.compile(request)),
      ...{ milliseconds: 0, memoryBytes: null, cached: false },
    }),
  };
}
