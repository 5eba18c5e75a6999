import type { CompiledProgram } from '#core/output/compileResult.ts';
import type { UniformValues } from '#core/plan/runControls.ts';
import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import type { Project } from '#core/project/project.ts';

/** The program as it would run now, with everything that an export of it contains. */
export interface ExportedProgram {
  /** For file names, without an extension: letters, digits, `-` and `_`, such as `ocean`. */
  readonly name: string;
  readonly project: Project;
  /** The WGSL and reflection that {@link descriptor} was planned from. */
  readonly program: CompiledProgram;
  readonly descriptor: RunDescriptor;
  /** The user's values, which become the defaults of the export. */
  readonly uniformValues: UniformValues;
  /** Names of the sliders that are animated in the playground. */
  readonly animated: readonly string[];
  /** For the random numbers of RAND. */
  readonly seed: number;
  /** The files that URL and DATA commands name, by the address in the command. */
  readonly contents: ReadonlyMap<string, Blob>;
}
