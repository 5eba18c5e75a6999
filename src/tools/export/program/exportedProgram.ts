import type { CompiledProgram } from '#core/output/compileResult.ts';
import type { UniformValues } from '#core/plan/runControls.ts';
import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import type { Project } from '#core/project/project.ts';

/** A program as it would run now, with everything that an export of it contains. */
export interface ExportedProgram {
  /** For file names, without an ending: letters, digits, `-` and `_`, such as `ocean`. */
  readonly name: string;
  readonly project: Project;
  /** What {@link descriptor} was planned from: WGSL and its reflection. */
  readonly program: CompiledProgram;
  readonly descriptor: RunDescriptor;
  /** The user's values, which become the defaults of the export. */
  readonly uniformValues: UniformValues;
  /** The names of sliders that move by themselves in the playground. */
  readonly animated: readonly string[];
  /** Of the numbers of RAND. */
  readonly seed: number;
  /** The files that URL and DATA commands name, as they were read, by the address in the command. */
  readonly contents: ReadonlyMap<string, Blob>;
}
