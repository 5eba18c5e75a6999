import { runRequest } from '#core/output/compileResult.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { ExportedProgram } from '#tools/export/program/exportedProgram.ts';
import type { ExportContext } from '#tools/export/program/exportFormat.ts';
import type { ModuleInterface } from './spirv/moduleInterface.ts';
import { readInterface } from './spirv/readInterface.ts';

export interface SpirvModule {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly interface: ModuleInterface;
}

/** Compiles all entry points of the program into one SPIR-V module. */
export async function compileSpirv(
  { project }: Pick<ExportedProgram, 'project'>,
  { compile, signal }: ExportContext,
): Promise<Result<SpirvModule>> {
  const request = { ...runRequest(project.text, project.files), target: 'SPIRV' } as const;
  const report = await compile(request, signal);
  if (!report) return fail('The compile for SPIR-V was cancelled. Try again.');
  if (!report.succ) {
    return fail(`The program runs, but does not compile for SPIR-V: ${report.message}`);
  }
  const bytes = new Uint8Array(report.result.binary ?? []);
  const read = readInterface(bytes);
  if (!read) {
    return fail('The compiler returned no SPIR-V module. Compile for SPIRV to see what it says.');
  }
  return ok({ bytes, interface: read });
}
