import type { CompiledProgram, CompileReport, CompileRequest } from '#core/output/compileResult.ts';
import type { UniformValues } from '#core/plan/runControls.ts';
import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import type { Project } from '#core/project/project.ts';
import type { Result } from '#core/util/result.ts';

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
  /** The files that URL, DATA and MESH commands name, by the address in the command. */
  readonly contents: ReadonlyMap<string, Blob>;
}

export interface ExportFormat {
  /** Unique and stable across visits. */
  readonly id: string;
  /** Label in the dialog, such as `HTML page`. */
  readonly name: string;
  /** One sentence: what it is, what runs it, and how far it was tested. */
  readonly description: string;
  /** Parts of the program that the format cannot reproduce, as sentences; empty if none. */
  limits(program: ExportedProgram): readonly string[];
  /** Fails with a sentence if no file can be made. */
  make(program: ExportedProgram, context: ExportContext): Promise<Result<File>>;
}

export interface ExportContext {
  readonly signal: AbortSignal;
  /** Null if aborted. Uses cached results where possible. */
  compile(request: CompileRequest, signal: AbortSignal): Promise<CompileReport | null>;
}
