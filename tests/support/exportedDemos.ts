import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CompileResult } from '#core/output/compileResult.ts';
import type { ExportedProgram } from '#tools/export/program/exportedProgram.ts';
import { readDemo } from './compiler.ts';
import { exportedProgram } from './nativeExports.ts';

const generated = path.resolve(import.meta.dirname, '../../generated');

/** The build's compile result of a demo, for WGSL. */
export function precompiledDemo(name: string): CompileResult {
  const files = JSON.parse(readFileSync(path.join(generated, 'precompiled.json'), 'utf8'));
  const file = path.join(generated, 'precompiled', files[name]);
  return JSON.parse(JSON.parse(readFileSync(file, 'utf8')).text);
}

/** A demo as the Export dialog would describe it, from the build's compile results. */
export async function exportedDemo(name: string): Promise<ExportedProgram> {
  const answer = precompiledDemo(name);
  return exportedProgram({ compile: () => answer }, name, await readDemo(name));
}
